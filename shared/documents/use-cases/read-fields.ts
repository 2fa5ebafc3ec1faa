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

/** Read side by side: whoever changes a field replaces the document as well, so a race is found out. */
export async function readWithFields(context: Context, id: string): Promise<WithFields> {
  const [stored, fields] = await Promise.all([
    readDocument(context, id),
    listFields(context.store, context.caller, id),
  ]);
  return { stored, fields };
}

export function requireField(fields: readonly KeptField[], id: string): KeptField {
  const field = fields.find((one) => one.id === id);
  if (!field) throw notFound('field');
  return field;
}
