import type { Scope } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { tieOf } from '#shared/platform/ids.ts';
import { notFound } from '#shared/platform/problem.ts';
import { findOwnRow, keyIn, listCollection, oneRecord } from '#shared/platform/store/collection.ts';
import { dueAt } from '#shared/platform/store/due.ts';
import type { Item, Read, Store, Write } from '#shared/platform/store/store.ts';
import type { Stored } from '#shared/platform/store/stored.ts';
import { KeptDocument, presentSummary } from '../document.ts';
import { recordsOf } from './collections.ts';

export async function findDocument(
  store: Store,
  scope: Scope,
  id: string,
): Promise<Stored<KeptDocument> | undefined> {
  const row = await findOwnRow(store, recordsOf(scope, 'documents'), id);
  return row && storedDocument(row);
}

export async function readDocument(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  id: string,
): Promise<Stored<KeptDocument>> {
  const stored = await findDocument(store, caller, id);
  if (!stored) throw notFound('document');
  return stored;
}

export const documentRead = (scope: Scope, id: string): Read => ({
  table: 'documents',
  key: keyIn(recordsOf(scope, 'documents'), id),
});

export const storedDocument = (row: Item): Stored<KeptDocument> => ({
  record: KeptDocument.parse(row),
  writes: Number(row.writes),
});

export const createDocument = (scope: Scope, document: KeptDocument): Write => ({
  table: 'documents',
  put: toRow(scope, document, 1),
  when: 'absent',
});

/** Provided nobody changed it in the meantime. */
export const replaceDocument = (
  scope: Scope,
  { writes }: Stored<KeptDocument>,
  document: KeptDocument,
): Write => ({
  table: 'documents',
  put: toRow(scope, document, writes + 1),
  when: { id: document.id, writes },
});

export const listDocuments = ({ store, caller, now }: Context, offset: number) =>
  listCollection(store, recordsOf(caller, 'documents'), {
    offset,
    expand: oneRecord((row) => presentSummary(KeptDocument.parse(row), now)),
  });

/** One that waits for signatures stands in the `due` index at the time it expires. */
function toRow(scope: Scope, document: KeptDocument, writes: number): Item {
  const { id, status, expiresAt } = document;
  const { organizationId, mode } = scope;
  return {
    ...keyIn(recordsOf(scope, 'documents'), id),
    ...document,
    ...{ organizationId, mode, writes },
    ...(status === 'sent' && expiresAt && dueAt(new Date(expiresAt), tieOf(id), 'documents')),
  };
}
