import type { FieldBox, ImageBox } from '../markdown/tree.ts';

/** Text in one style. A line feed is a line break; other white space is a single space. */
export interface TextRun {
  text: string;
  isBold?: true;
  isItalic?: true;
  isStruck?: true;
  isCode?: true;
  href?: string;
  /** A box for a signer instead of the text. */
  field?: FieldBox;
  /** A picture instead of the text. */
  image?: ImageBox;
}
