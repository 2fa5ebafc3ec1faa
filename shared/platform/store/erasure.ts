import type { TableName } from '../../tables.ts';
import type { Item, Key, Store } from './store.ts';

/** Rows to erase. Rows that can be found only through another row come before it. */
export interface ErasableRows {
  table: TableName;
  keys: Key[];
}

const ROWS_PER_READ = 500;

/** All rows of some partitions, with the rows that only they refer to. */
export async function* erasablePartitions(
  store: Store,
  table: TableName,
  partitions: readonly string[],
  dependents: (row: Item) => ErasableRows[] = () => [],
): AsyncGenerator<ErasableRows> {
  for (const pk of partitions)
    for await (const items of rowsOf(store, table, pk)) {
      const behind = Map.groupBy(items.flatMap(dependents), (rows) => rows.table);
      for (const [of, rows] of behind) yield { table: of, keys: rows.flatMap(({ keys }) => keys) };
      yield { table, keys: items.map(({ pk, sk }) => ({ pk, sk })) };
    }
}

/** The rows of a partition, or of a range of it, in batches. */
export async function* rowsOf(
  store: Store,
  table: TableName,
  pk: string,
  { from, upTo }: { from?: string; upTo?: string } = {},
): AsyncGenerator<Item[]> {
  const end = upTo === undefined ? {} : { upTo };
  let start: { from?: string; after?: string } = from === undefined ? {} : { from };
  for (;;) {
    const { items, more } = await store.query(table, { pk, limit: ROWS_PER_READ, ...start, ...end });
    if (items.length > 0) yield items;
    const after = items.at(-1)?.sk;
    if (!more || after === undefined) return;
    // A range takes no `after`. No sort key is between a key and the key that continues it like this.
    start = upTo === undefined ? { after } : { from: `${after}\u0000` };
  }
}

/** All rows of a partition, each after the partitions that only it refers to. */
export async function* erasableRecords(
  store: Store,
  table: TableName,
  pk: string,
  partitionsBehind: (row: Item) => readonly string[],
): AsyncGenerator<ErasableRows> {
  let after: string | undefined;
  do {
    const range = after === undefined ? {} : { after };
    const { items, more } = await store.query(table, { pk, ...range });
    yield* erasablePartitions(store, table, items.flatMap(partitionsBehind));
    if (items.length > 0) yield { table, keys: items.map((item) => ({ pk: item.pk, sk: item.sk })) };
    after = more ? items.at(-1)?.sk : undefined;
  } while (after !== undefined);
}
