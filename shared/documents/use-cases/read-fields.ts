import type { Context } from '#shared/platform/context.ts';
import { notFound } from '#shared/platform/problem.ts';
import type { Stored } from '#shared/platform/store/stored.ts';
import type { KeptDocument } from '../document.ts';
import { readDocument } from '../repository/documents.ts';
import { type KeptField, listFields } from '../repository/fields.ts';

export interface WithFields {
  stored: Stored<KeptDocument>;
  fields: KeptField[];
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

export function requireField(fields: readonly KeptField[], id: string): KeptField {
  const field = fields.find((one) => one.id === id);
  if (!field) throw notFound('field');
  return field;
}
