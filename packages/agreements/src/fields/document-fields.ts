import type { Field } from '../field.ts';
import type { FormField } from '../form-field.ts';

/** The parts of a document that the field rules need. */
export interface DocumentFields {
  fields: readonly Field[];
  /** In points. */
  pages: readonly { width: number; height: number }[];
  signerIds: readonly string[];
  /** Fields of the PDF's own form; empty without one. */
  form: readonly FormField[];
}
