import type { Field } from '../field.ts';
import type { FormField } from '../form-field.ts';

/** What the rules have to know of a document in order to judge one of its fields. */
export interface DocumentFields {
  fields: readonly Field[];
  /** In points. */
  pages: readonly { width: number; height: number }[];
  signerIds: readonly string[];
  /** The PDF's own form; empty where it has none. */
  form: readonly FormField[];
}
