import type { FieldEntry } from '../typed-signature.ts';

/** A tab of the signature dialog: its panel, and the signature it gives. */
export interface SignatureTab {
  name: 'draw' | 'type' | 'upload';
  panel: HTMLElement;
  /** Called when its panel comes to be seen. */
  opened?: () => void;
  /** Undefined while there is nothing; a problem is a message for the signer. */
  signature: () => Promise<Exclude<FieldEntry, null> | { problem: string } | undefined>;
}
