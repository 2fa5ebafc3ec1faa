import type { TableName } from '../../tables.ts';
import {
  endOfRow,
  memberOf,
  msOfPlace,
  placeAt,
  placeOf,
  positionAt,
  positionOf,
  positionOfPlace,
  rowIdOf,
} from '../ids.ts';
import { type Batch, mirrored, PAGE_ROWS, type Page, type PageRow, readNewestPage, readPage } from './paging.ts';
import { type ShardPlan, shardIn, shardsUpTo, startOfShard } from './shard-plan.ts';
import type { Item, Key, Store } from './store.ts';

/**
 * Records of one kind, of one organization and mode, in order of creation. The id determines the key, so
 * reading a record is one read. Rows are spread over several partitions, because a partition takes a
 * limited number of writes a second and the newest records would all be at its end.
 */
export interface Collection {
  table: TableName;
  /** Begins with organization and mode. */
  name: string;
  /** The number of partitions, by the time of the ids. */
  shards: ShardPlan;
}

/** All partitions that hold rows made up to a moment, or at any time. */
export const partitionsOf = ({ name, shards }: Collection, upToMs?: number) =>
  Array.from({ length: shardsUpTo(shards, upToMs) }, (_, shard) => `${name}#${shard}`);

export const keyIn = ({ name, shards }: Collection, id: string): Key => ({
  pk: `${name}#${shardIn(shards, id)}`,
  sk: placeOf(id),
});

/** Rows to read at a time from one of several partitions of a page. */
export function chunkOf(limit: number, partitions: number): number {
  const share = limit / partitions;
  // Two standard deviations above an even share, so that an uneven spread rarely costs a second round.
  return Math.min(limit + 1, Math.ceil(share + 2 * Math.sqrt(share)) + 1);
}

/**
 * The partitions of a collection as sources of a merge in ascending order. A partition that was added by a
 * later step of the shard plan is not read before the merge reaches that moment. `open` receives the number
 * of partitions when a source begins.
 */
export const openPartitions = <T>(
  collection: Collection,
  offset: number,
  open: (pk: string, partitions: number) => AsyncGenerator<Batch<T>>,
): AsyncGenerator<Batch<T>>[] =>
  partitionsOf(collection).map((pk, shard) => {
    const startMs = startOfShard(collection.shards, shard);
    const start = startMs === 0 ? 0 : positionAt(new Date(startMs));
    const partitions = shardsUpTo(collection.shards, Math.max(startMs, msAt(offset)));
    const source = () => open(pk, partitions);
    return start > offset + 1 ? laterSource(start, source) : source();
  });

const msAt = (position: number) => msOfPlace(placeAt(position).place);

async function* laterSource<T>(start: number, open: () => AsyncGenerator<Batch<T>>): AsyncGenerator<Batch<T>> {
  yield { rows: [], upTo: start - 1 };
  yield* open();
}

/** The row that holds a record. Another record may be at the same place; its id then differs. */
export async function findRow(store: Store, collection: Collection, id: string): Promise<Item | undefined> {
  const item = await store.get(collection.table, keyIn(collection, id));
  return item?.id === rowIdOf(id) ? item : undefined;
}

/** The row of a record that has its own row: ids of other members of that row are not found. */
export const findOwnRow = async (store: Store, collection: Collection, id: string) =>
  memberOf(id) === 0 ? findRow(store, collection, id) : undefined;

/** The records of a row, as listed. Most rows hold one. */
export type Expand<T> = (row: Item) => PageRow<T>[];

/** The same, if part of a record has to be fetched first. */
type ExpandLater<T> = (row: Item) => PageRow<T>[] | Promise<PageRow<T>[]>;

const expandAll = async <T>(rows: Item[], expand: ExpandLater<T>) => (await Promise.all(rows.map(expand))).flat();

export const oneRecord =
  <T>(present: (row: Item) => T): Expand<T> =>
  (row) => [{ position: positionOf(String(row.id)), value: present(row) }];

/** Which page of a list. */
export interface Paging {
  /** The position behind which the page begins; 0 for the first page. */
  offset: number;
  order?: 'oldest' | 'newest' | undefined;
}

/** The part of a list between two positions, both included. A page reads nothing outside it but the end of a chunk. */
export interface Bounds {
  first: number;
  last: number;
}

/** Where a page of this part begins. */
function offsetWithin({ offset, order }: Paging, bounds: Bounds | undefined): number {
  if (!bounds) return offset;
  if (order === 'newest') return offset === 0 ? bounds.last : Math.min(offset, bounds.last);
  return Math.max(offset, bounds.first - 1, 0);
}

/** Ends a source where the bounds end, in the direction of the list. */
async function* within<T>(
  source: AsyncGenerator<Batch<T>>,
  order: Paging['order'],
  { first, last }: Bounds,
): AsyncGenerator<Batch<T>> {
  const end = order === 'newest' ? mirrored(first) : last;
  for await (const { rows, upTo } of source) {
    yield { rows: rows.filter(({ position }) => position <= end), upTo };
    if (upTo >= end) return;
  }
}

export interface ListOptions<T> extends Paging {
  expand: ExpandLater<T>;
  limit?: number | undefined;
  /**
   * Rows that one page may read, for lists whose `expand` omits rows. A page that has read them ends there,
   * possibly empty, and names where to continue.
   */
  maxRows?: number | undefined;
  bounds?: Bounds | undefined;
  /** One part of every partition, through a keys-only index that is eventually consistent. */
  part?: { index: string; keyOf: (pk: string) => string } | undefined;
}

export async function listCollection<T>(
  store: Store,
  collection: Collection,
  { offset: asked, expand, limit = PAGE_ROWS, order = 'oldest', maxRows, bounds, part }: ListOptions<T>,
): Promise<Page<T>> {
  const { table } = collection;
  const offset = offsetWithin({ offset: asked, order }, bounds);
  let rowsRead = 0;
  const isSpent = () => maxRows !== undefined && rowsRead >= maxRows;
  const toRows = async (items: Item[]) => {
    rowsRead += items.length;
    return expandAll(part ? await rowsAt(store, table, items) : items, expand);
  };
  const read = order === 'newest' ? readPartitionBackwards : readPartition;
  const open = (pk: string, partitions: number) => {
    const source = part ? { pk: part.keyOf(pk), index: part.index } : { pk };
    // If few rows match, larger reads need fewer round trips.
    const filteredRows = maxRows === undefined ? 0 : Math.ceil(maxRows / partitions / ROUND_TRIPS);
    const chunkRows = Math.max(chunkOf(limit, partitions), filteredRows);
    return read(store, { table, offset, chunkRows, ...source }, toRows);
  };
  const bounded = (sources: AsyncGenerator<Batch<T>>[]) =>
    bounds ? sources.map((source) => within(source, order, bounds)) : sources;
  if (order === 'oldest') {
    const openSources = () => {
      rowsRead = 0;
      return bounded(openPartitions(collection, offset, open));
    };
    return readPage(openSources, { limit, isSpent });
  }
  const partitions = partitionsOf(collection, offset === 0 ? undefined : msAt(offset));
  return readNewestPage(bounded(partitions.map((pk) => open(pk, partitions.length))), { limit, isSpent });
}

/** About how often each partition is read for a page that reads `maxRows`. */
const ROUND_TRIPS = 4;

/** The current rows that an index names. */
const rowsAt = async (store: Store, table: TableName, items: readonly Item[]) =>
  (await store.getMany(items.map(({ pk, sk }) => ({ table, key: { pk, sk } })))).filter((row) => row !== undefined);

/** The rows of a collection that concern one record, in the same order: a partition of pointers. */
export interface Listing extends Omit<Collection, 'shards'> {
  /** The collection that the pointers refer to. */
  home: Collection;
}

/** Written in the same transaction as the row it refers to. */
export const pointerIn = ({ name }: Listing, rowId: string): Item => ({
  pk: name,
  sk: placeOf(rowId),
  id: rowId,
});

/**
 * Rows that one page may read. If few of them match, the page ends there, possibly empty, and names where
 * to continue.
 */
const ROWS_PER_PAGE = 3 * PAGE_ROWS;

export const listPointers = <T>(store: Store, listing: Listing, options: PointerOptions<T>) =>
  listMergedPointers(store, [listing], options);

interface PointerOptions<T> extends Paging {
  expand: ExpandLater<T>;
  bounds?: Bounds | undefined;
}

/** Several listings of one collection as one list. */
export function listMergedPointers<T>(
  store: Store,
  listings: readonly Listing[],
  { offset: asked, expand, order = 'oldest', bounds }: PointerOptions<T>,
): Promise<Page<T>> {
  const offset = offsetWithin({ offset: asked, order }, bounds);
  let rowsRead = 0;
  const toRows = async ({ table, ...home }: Collection, pointers: Item[]) => {
    rowsRead += pointers.length;
    const rows = await store.getMany(pointers.map(({ id }) => ({ table, key: keyIn({ table, ...home }, String(id)) })));
    return expandAll(
      rows.filter((row) => row !== undefined),
      expand,
    );
  };
  const isSpent = () => rowsRead >= ROWS_PER_PAGE;
  const read = order === 'newest' ? readPartitionBackwards : readPartition;
  const open = () =>
    listings.map(({ table, name: pk, home }) => {
      const source = { table, pk, offset, chunkRows: PAGE_ROWS + 1 };
      const rows = read(store, source, (pointers: Item[]) => toRows(home, pointers));
      return bounds ? within(rows, order, bounds) : rows;
    });
  if (order === 'newest') return readNewestPage(open(), { isSpent });
  const openSources = () => {
    rowsRead = 0;
    return open();
  };
  return readPage(openSources, { isSpent });
}

interface Source {
  table: TableName;
  pk: string;
  index?: string;
  offset: number;
  chunkRows: number;
}

/** From an offset down, including it, or from the newest row. */
async function* readPartitionBackwards<T>(
  store: Store,
  { offset, chunkRows, table, ...keys }: Source,
  toRows: (items: Item[]) => Promise<PageRow<T>[]>,
): AsyncGenerator<Batch<T>> {
  const first = offset === 0 ? {} : { upTo: placeAt(offset).place };
  for (let range: { upTo?: string; before?: string } = first; ; ) {
    const wanted = { ...keys, ...range, limit: chunkRows, descending: true };
    const { items, more } = await store.query(table, wanted);
    const last = items.at(-1);
    if (!last) return;
    const rows = (await toRows(items))
      .filter(({ position }) => offset === 0 || position <= offset)
      .map(({ position, value }) => ({ position: mirrored(position), value }))
      .sort((a, b) => a.position - b.position);
    yield { rows, upTo: mirrored(positionOfPlace(last.sk)) };
    if (!more) return;
    range = { before: last.sk };
  }
}

async function* readPartition<T>(
  store: Store,
  source: Source,
  toRows: (items: Item[]) => Promise<PageRow<T>[]>,
): AsyncGenerator<Batch<T>> {
  const { table, offset, chunkRows, ...keys } = source;
  const { place } = placeAt(offset);
  // An offset inside a row includes the rest of that row.
  const isWholeRow = offset === 0 || offset === endOfRow(offset);
  let range: { after: string } | { from: string } = isWholeRow ? { after: place } : { from: place };
  for (;;) {
    const { items, more } = await store.query(table, { ...keys, ...range, limit: chunkRows });
    const rows = (await toRows(items)).filter(({ position }) => position > offset);
    const last = items.at(-1);
    if (!last) return;
    yield { rows, upTo: endOfRow(positionOfPlace(last.sk)) };
    if (!more) return;
    range = { after: last.sk };
  }
}
