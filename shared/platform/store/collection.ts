import type { TableName } from '../../tables.ts';
import { endOfRow, memberOf, placeAt, placeOf, positionOf, rowIdOf, shardOf } from '../ids.ts';
import { type Batch, PAGE_ROWS, type Page, type Row, readPage } from './paging.ts';
import type { Item, Key, Store } from './store.ts';

/**
 * Records of one kind, of one organization and mode, in order of creation. The id gives the key, so
 * reading one is one read. The rows are spread over a few partitions, because one partition takes
 * only so many writes a second and the newest records all stand at its end.
 */
export interface Collection {
  table: TableName;
  /** Begins with organization and mode. */
  name: string;
}

const SHARDS = 4;

export const partitionsOf = ({ name }: Collection) =>
  Array.from({ length: SHARDS }, (_, shard) => `${name}#${shard}`);

export const keyIn = ({ name }: Collection, id: string): Key => ({
  pk: `${name}#${shardOf(id, SHARDS)}`,
  sk: placeOf(id),
});

/** The row that holds a record. Another record may stand at the same place: its id then differs. */
export async function findRow(
  store: Store,
  collection: Collection,
  id: string,
): Promise<Item | undefined> {
  const item = await store.get(collection.table, keyIn(collection, id));
  return item?.id === rowIdOf(id) ? item : undefined;
}

/** The row of a record that has one to itself: an id of another member of that row names nothing. */
export const findOwnRow = async (store: Store, collection: Collection, id: string) =>
  memberOf(id) === 0 ? findRow(store, collection, id) : undefined;

/** Which records a row holds, as the list shows them. Most rows hold one. */
export type Expand<T> = (row: Item) => Row<T>[];

/** The same, where part of a record has to be fetched first. */
export type ExpandLater<T> = (row: Item) => Row<T>[] | Promise<Row<T>[]>;

const expandAll = async <T>(rows: Item[], expand: ExpandLater<T>) =>
  (await Promise.all(rows.map(expand))).flat();

export const oneRecord =
  <T>(present: (row: Item) => T): Expand<T> =>
  (row) => [{ position: positionOf(String(row.id)), value: present(row) }];

export function listCollection<T>(
  store: Store,
  collection: Collection,
  { offset, expand }: { offset: number; expand: ExpandLater<T> },
): Promise<Page<T>> {
  const partitions = partitionsOf(collection);
  // A few more than an even share, so that an uneven spread seldom costs a second round.
  const chunkRows = Math.ceil(PAGE_ROWS / partitions.length) + 8;
  return readPage(() =>
    partitions.map((pk) =>
      readPartition(store, { table: collection.table, pk, offset, chunkRows }, (rows) =>
        expandAll(rows, expand),
      ),
    ),
  );
}

/** The rows of a collection that concern one thing, in the same order: pointers kept beside it. */
export interface Listing extends Collection {
  /** The collection the pointers lead to. */
  home: Collection;
}

/** Kept in the same transaction as the row it leads to. */
export const pointerIn = ({ name }: Listing, rowId: string): Item => ({
  pk: name,
  sk: placeOf(rowId),
  id: rowId,
});

/**
 * What one page may look through. Where only some rows hold what is wanted, it ends there, perhaps empty,
 * and says where to go on.
 */
const ROWS_PER_PAGE = 3 * PAGE_ROWS;

export function listPointers<T>(
  store: Store,
  listing: Listing,
  { offset, expand }: { offset: number; expand: ExpandLater<T> },
): Promise<Page<T>> {
  const source = { table: listing.table, pk: listing.name, offset, chunkRows: PAGE_ROWS + 1 };
  let rowsRead = 0;
  const toRows = async (pointers: Item[]) => {
    rowsRead += pointers.length;
    const rows = await store.getMany(
      pointers.map(({ id }) => ({
        table: listing.home.table,
        key: keyIn(listing.home, String(id)),
      })),
    );
    return expandAll(
      rows.filter((row) => row !== undefined),
      expand,
    );
  };
  const openSources = () => {
    rowsRead = 0;
    return [readPartition(store, source, toRows)];
  };
  return readPage(openSources, { isSpent: () => rowsRead >= ROWS_PER_PAGE });
}

async function* readPartition<T>(
  store: Store,
  source: { table: TableName; pk: string; offset: number; chunkRows: number },
  toRows: (items: Item[]) => Promise<Row<T>[]>,
): AsyncGenerator<Batch<T>> {
  const { table, pk, offset, chunkRows } = source;
  const { place } = placeAt(offset);
  // An offset inside a row asks for the rest of that row as well.
  const isWholeRow = offset === 0 || offset === endOfRow(offset);
  let range: { after: string } | { from: string } = isWholeRow ? { after: place } : { from: place };
  for (;;) {
    const { items, more } = await store.query(table, { pk, ...range, limit: chunkRows });
    const rows = (await toRows(items)).filter(({ position }) => position > offset);
    const last = items.at(-1);
    if (!last) return;
    yield { rows, upTo: endOfRow(positionOf(String(last.id))) };
    if (!more) return;
    range = { after: last.sk };
  }
}
