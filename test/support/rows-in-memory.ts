import type { Item, Query, Read, Store } from '#shared/platform/store/store.ts';

/** Answers reads from rows in memory, at most `mostRows` at a time, as DynamoDB does at 1 MB. */
export function storeOf(rows: readonly Item[], mostRows = 1_000): Store {
  const unused = () => Promise.reject(new Error('unused'));
  const query = async (_table: string, wanted: Query) => {
    const { pk, after, from, before, upTo, limit = 1, descending } = wanted;
    const inRange = rows
      .filter((row) => row.pk === pk)
      .filter(({ sk }) => after === undefined || sk > after)
      .filter(({ sk }) => from === undefined || sk >= from)
      .filter(({ sk }) => before === undefined || sk < before)
      .filter(({ sk }) => upTo === undefined || sk <= upTo)
      .sort((a, b) => (a.sk < b.sk !== (descending ?? false) ? -1 : 1));
    const most = Math.min(limit, mostRows);
    const items = inRange.slice(0, most);
    // DynamoDB says that there is more when the limit was reached, also at the very end.
    return { items, more: items.length === most };
  };
  const getMany = async (reads: readonly Read[]) =>
    reads.map(({ key }) => rows.find(({ pk, sk }) => pk === key.pk && sk === key.sk));
  return { get: unused, getMany, query, transact: unused, writeOne: unused, deleteMany: unused };
}
