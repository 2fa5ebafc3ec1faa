import type { Scope } from '#shared/platform/caller.ts';
import { memberId, positionOf, rowIdOf } from '#shared/platform/ids.ts';
import { keyIn, pointerIn } from '#shared/platform/store/collection.ts';
import type { PageRow } from '#shared/platform/store/paging.ts';
import type { Item, Store, Write } from '#shared/platform/store/store.ts';
import { Evidence, type EvidenceRecord } from '../evidence.ts';
import { recordsAbout, recordsOf } from './collections.ts';
import { packOne, unpackOne } from './one-part.ts';

/**
 * Receipts that were accepted together share one row: a batch of a hundred is one write, and no
 * reader sees a part of it. The id of a receipt contains the id of its row and its number in the
 * row.
 */
const BATCH_MEMBER = 127;

/** Id of a whole batch, in the same row as its receipts. */
export const batchIdOf = (rowId: string) => memberId(rowId, BATCH_MEMBER);

export function createReceipts(scope: Scope, rowId: string, receipts: readonly Evidence[]): Write[] {
  const subjectId = receipts[0]?.subjectId ?? '';
  return [
    {
      table: 'risk',
      put: {
        ...keyIn(recordsOf(scope, 'evidence'), rowId),
        id: rowId,
        resource: 'evidence',
        subjectId,
        receipts: packOne(receipts),
      },
      when: 'absent',
    },
    { table: 'risk', put: pointerIn(recordsAbout(scope, 'evidence', subjectId), rowId) },
  ];
}

export function receiptsIn(row: Item): PageRow<EvidenceRecord>[] {
  const receipts = Evidence.array().parse(unpackOne(row.receipts));
  return receipts.map((data, member) => {
    const id = memberId(String(row.id), member);
    return { position: positionOf(id), value: { id, resource: 'evidence', data } };
  });
}

/** Receipts by id. Each row is read once. */
export async function readReceipts(
  store: Store,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, EvidenceRecord>> {
  const collection = recordsOf(scope, 'evidence');
  const rowIds = [...new Set(ids.map(rowIdOf))];
  const rows = await store.getMany(rowIds.map((id) => ({ table: collection.table, key: keyIn(collection, id) })));
  const records = rows.flatMap((row) => (row ? receiptsIn(row) : []));
  return new Map(records.map(({ value }) => [value.id, value]));
}
