import type { Field } from '../field.ts';

/** What the rules have to know of a document in order to judge one of its fields. */
export interface DocumentFields {
  fields: readonly Field[];
  /** In points. */
  pages: readonly { width: number; height: number }[];
  signerIds: readonly string[];
  /** Names in the PDF's own form; null when it has none. */
  formFieldNames: readonly string[] | null;
}
