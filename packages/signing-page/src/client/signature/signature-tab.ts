import type { FieldEntry } from '../typed-signature.ts';

/** A tab of the signature dialog: its panel, and the signature it produces. */
export interface SignatureTab {
  name: 'draw' | 'type' | 'upload';
  panel: HTMLElement;
  /** Called when its panel becomes visible. */
  opened?: () => void;
  /** Undefined if there is no signature yet; a problem is a message for the signer. */
  signature: () => Promise<Exclude<FieldEntry, null> | { problem: string } | undefined>;
}
