import { notFound } from '@assay/foundation';
import type { Context } from '#shared/platform/context.ts';
import type { Stored } from '#shared/platform/store/stored.ts';
import type { StoredDocument } from '../document.ts';
import { readDocument } from '../repository/documents.ts';
import { listFields } from '../repository/fields.ts';
import type { StoredField } from '../repository/stored-field.ts';

export interface WithFields {
  stored: Stored<StoredDocument>;
  fields: StoredField[];
}

/**
 * Reads the document first, then its fields. Every change of a field also replaces the document, so
 * a concurrent change is detected when this document is replaced. If both were read concurrently,
 * the fields could be older than the document without being noticed.
 */
export async function readWithFields(context: Context, id: string): Promise<WithFields> {
  const stored = await readDocument(context, id);
  const fields = await listFields(context.store, context.caller, id);
  return { stored, fields };
}

export function requireField(fields: readonly StoredField[], id: string): StoredField {
  const field = fields.find((one) => one.id === id);
  if (!field) throw notFound('field');
  return field;
}
