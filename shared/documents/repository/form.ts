import { FormField } from '@assay/agreements';
import type { Scope } from '#shared/platform/caller.ts';
import { pack, unpack } from '#shared/platform/store/packed.ts';
import type { Store, Write } from '#shared/platform/store/store.ts';
import { partitionOf } from './collections.ts';
import { rowsOf } from './rows.ts';

/**
 * The form of an uploaded PDF, read once at upload, so that listing it or linking a field to it
 * does not parse the file again.
 */
const PREFIX = 'form#';

export const keepForm = (scope: Scope, documentId: string, fields: readonly FormField[]): Write[] =>
  fields.length === 0
    ? []
    : pack(fields).map((packed, index) => ({
        table: 'documents',
        put: { pk: partitionOf(scope, documentId), sk: `${PREFIX}${index}`, packed },
      }));

export async function readForm(store: Store, scope: Scope, documentId: string): Promise<FormField[]> {
  const rows = await rowsOf(store, scope, documentId, PREFIX);
  if (rows.length === 0) return [];
  return FormField.array().parse(unpack(rows.map(({ packed }) => packed as Uint8Array)));
}
