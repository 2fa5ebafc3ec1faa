import { notFound } from '@assay/foundation';
import type { Scope } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { findOwnRow, keyIn, listCollection, oneRecord } from '#shared/platform/store/collection.ts';
import { dueAt } from '#shared/platform/store/due.ts';
import type { Item, Read, Store, Write } from '#shared/platform/store/store.ts';
import type { Stored } from '#shared/platform/store/stored.ts';
import { type DocumentStatus, presentSummary, StoredDocument, statusAt } from '../document.ts';
import { deletedFrom } from '../keeping.ts';
import { nextReminderAt } from '../reminders.ts';
import { recordsOf } from './collections.ts';

export async function findDocument(
  store: Store,
  scope: Scope,
  id: string,
): Promise<Stored<StoredDocument> | undefined> {
  const row = await findOwnRow(store, recordsOf(scope, 'documents'), id);
  return row && !isDeleted(row) ? storedDocument(row) : undefined;
}

export async function readDocument(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  id: string,
): Promise<Stored<StoredDocument>> {
  const stored = await findDocument(store, caller, id);
  if (!stored) throw notFound('document');
  return stored;
}

export const documentRead = (scope: Scope, id: string): Read => ({
  table: 'documents',
  key: keyIn(recordsOf(scope, 'documents'), id),
});

export const storedDocument = (row: Item): Stored<StoredDocument> => ({
  record: StoredDocument.parse(row),
  writes: Number(row.writes),
});

export const createDocument = (scope: Scope, document: StoredDocument): Write => ({
  table: 'documents',
  put: toRow(scope, document, 1),
  when: 'absent',
});

/** Fails if the document was changed in the meantime (optimistic concurrency). */
export const replaceDocument = (scope: Scope, { writes }: Stored<StoredDocument>, document: StoredDocument): Write => ({
  table: 'documents',
  put: toRow(scope, document, writes + 1),
  when: { id: document.id, writes },
});

export interface DocumentQuery {
  offset: number;
  limit?: number;
  order?: 'oldest' | 'newest';
  status?: DocumentStatus | undefined;
}

/**
 * By status, the index `status` returns keys and the table returns rows, so the cost of a page does
 * not depend on documents with other statuses. The index is eventually consistent: a row whose
 * status has changed is skipped.
 */
export const listDocuments = ({ store, caller, now }: Context, { status, ...query }: DocumentQuery) => {
  const present = oneRecord((row) => presentSummary(StoredDocument.parse(row), now));
  return listCollection(store, recordsOf(caller, 'documents'), {
    ...query,
    part: status && { index: 'status', keyOf: (pk) => statusKey(pk, status) },
    expand: (row) => {
      if (isDeleted(row)) return [];
      const isAsked = !status || statusAt(StoredDocument.parse(row), now) === status;
      return isAsked ? present(row) : [];
    },
  });
};

const statusKey = (pk: string, status: DocumentStatus) => `${pk}#${status}`;

/**
 * A deleted document is immediately invisible to readers. Its empty row stays in the `due` index until
 * a worker has removed the rows and files below it, which are too many for a transaction.
 */
export function deleteDocument(scope: Scope, { record, writes }: Stored<StoredDocument>, now: Date): Write {
  const { id } = record;
  return {
    table: 'documents',
    put: {
      ...keyIn(recordsOf(scope, 'documents'), id),
      id,
      organizationId: scope.organizationId,
      mode: scope.mode,
      isDeleted: true,
      ...dueAt(now, id, 'documents'),
    },
    when: { id, writes },
  };
}

export const isDeleted = (row: Item) => row.isDeleted === true;

/** Called after everything below it has been removed. */
export const removeDeletedDocument = (scope: Scope, id: string): Write => ({
  table: 'documents',
  remove: keyIn(recordsOf(scope, 'documents'), id),
  when: { id, isDeleted: true },
});

/**
 * A sent document is in the `due` index at its expiry time, or at the time of its next reminder before that; one that
 * has ended at the end of its retention.
 */
function toRow(scope: Scope, document: StoredDocument, writes: number): Item {
  const { id, status, expiresAt } = document;
  const due = status === 'sent' ? (nextReminderAt(document) ?? expiresAt) : deletedFrom(document);
  const { organizationId, mode } = scope;
  const key = keyIn(recordsOf(scope, 'documents'), id);
  return {
    ...key,
    ...document,
    statusKey: statusKey(key.pk, status),
    organizationId,
    mode,
    writes,
    ...(due && dueAt(new Date(due), id, 'documents')),
  };
}
