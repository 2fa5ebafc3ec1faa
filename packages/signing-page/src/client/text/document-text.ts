import type { TextBlock } from '@assay/agreements/browser';

/** The text of a document, as the service stored it beside the PDF. */
export interface DocumentText {
  language: string | null;
  blocks: TextBlock[];
  /** `data:` URLs, by name. */
  images: Record<string, string>;
}
