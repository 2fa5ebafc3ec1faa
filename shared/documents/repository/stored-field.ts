import { Field } from '@assay/agreements';
import * as z from 'zod';

/** A stored field. A signature is stored as an object name; its URL is created on request. */
export const StoredField = Field.extend({
  /** Missing in rows written before it existed. */
  key: Field.shape.key.default(null),
  /** Missing in rows written before it existed. */
  signingDate: Field.shape.signingDate.default(false),
  imageKey: z.string().nullable(),
  /** How often it was assigned to another signer. */
  reassignments: z.int().default(0),
  /** The same count of its controlling field when the condition was set. */
  controllerReassignments: z.int().default(0),
});
export type StoredField = z.infer<typeof StoredField>;

/** The fields with some of them replaced. */
export function replacedIn(fields: readonly StoredField[], replacements: readonly StoredField[]): StoredField[] {
  const byId = new Map(replacements.map((field) => [field.id, field]));
  return fields.map((field) => byId.get(field.id) ?? field);
}
