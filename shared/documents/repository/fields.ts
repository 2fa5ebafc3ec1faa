import type { Scope } from '#shared/platform/caller.ts';
import type { Store, Write } from '#shared/platform/store/store.ts';
import { partitionOf } from './collections.ts';
import { withStandingConditions } from './conditions.ts';
import { rowsOf } from './rows.ts';
import { StoredField } from './stored-field.ts';

const PREFIX = 'field#';

const keyOf = (scope: Scope, documentId: string, id: string) => ({
  pk: partitionOf(scope, documentId),
  sk: `${PREFIX}${id}`,
});

/** All fields of a document, in order of creation. */
export const listFields = async (store: Store, scope: Scope, documentId: string): Promise<StoredField[]> =>
  withStandingConditions((await rowsOf(store, scope, documentId, PREFIX)).map((row) => StoredField.parse(row)));

/**
 * Unconditional: every change of a field also replaces its document, which fails if another request
 * changed the document.
 */
export const putField = (scope: Scope, field: StoredField): Write => ({
  table: 'documents',
  put: { ...keyOf(scope, field.documentId, field.id), ...field },
});

export const removeField = (scope: Scope, { documentId, id }: StoredField): Write => ({
  table: 'documents',
  remove: keyOf(scope, documentId, id),
});
