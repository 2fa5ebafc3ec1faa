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
 * The document first, then its fields. Whoever changes a field replaces the document as well, so a change
 * that comes in between is found out when this document is replaced. Read side by side, the fields could be
 * older than the document, and nothing would tell.
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
