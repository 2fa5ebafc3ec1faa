import { endOfRow, MEMBERS_PER_ROW, placeAt, positionOfPlace } from '../ids.ts';
import { type Collection, type Expand, openPartitions, partitionsOf } from './collection.ts';
import { foldCase } from './fold-case.ts';
import { type Batch, type Page, readPage } from './paging.ts';
import { hasText, type Match, type Scan, scanPartition } from './search-scan.ts';
import { type Partition, searchPartitionOf } from './search-segments.ts';
import type { Store } from './store.ts';

/**
 * A page of the records whose text contains the wanted one, literally and case-insensitively. Rare matches
 * among many records may need more reading than one response allows: the page then ends where reading
 * stopped, possibly empty, and names where to continue. docs/adr/0004 has the reasons.
 */
export interface Search<T> {
  offset: number;
  expand: Expand<T>;
  text: string;
  /** The bytes that one response may read, about 2,000 read units. */
  budgetBytes?: number;
}

const BUDGET_BYTES = 8 * 1024 * 1024;
/** A partition waits for the others after this fraction of it. */
const STRIDES = 8;
/** Records of the first read over all partitions, and the minimum per partition. */
const FIRST_ROWS = 128;
const LEAST_FIRST_ROWS = 8;
/** Matches fetched at a time, a little more than an even share of a page. */
const CHUNK_ROWS = 32;

export function searchCollection<T>(
  store: Store,
  collection: Collection,
  { offset, expand, text, budgetBytes = BUDGET_BYTES }: Search<T>,
): Promise<Page<T>> {
  const wanted = foldCase(text).toWellFormed();
  const strideBytes = budgetBytes / STRIDES;
  let bytesRead = 0;
  const onRead = (bytes: number) => {
    bytesRead += bytes;
  };
  const openSources = () => {
    bytesRead = 0;
    return openPartitions(collection, offset, (pk, partitions) => {
      const home = { table: collection.table, pk };
      const firstRows = Math.max(LEAST_FIRST_ROWS, Math.ceil(FIRST_ROWS / partitions));
      const scan = { store, home, wanted, firstRows };
      return matchesIn(scan, { offset, expand, onRead, strideBytes });
    });
  };
  return readPage(openSources, { isSpent: () => bytesRead >= budgetBytes });
}

/** The partitions with the copies of a collection's searchable texts. */
export const searchPartitionsOf = (collection: Collection) => partitionsOf(collection).map(searchPartitionOf);

interface Wanted<T> {
  offset: number;
  expand: Expand<T>;
  onRead: (bytes: number) => void;
  strideBytes: number;
}

async function* matchesIn<T>(scan: Scan, { offset, expand, onRead, strideBytes }: Wanted<T>): AsyncGenerator<Batch<T>> {
  const batchOf = async (matches: readonly Match[], upTo: string): Promise<Batch<T>> => {
    const rows = (await fetchRows(scan, matches)).flatMap(expand);
    return {
      rows: rows.filter(({ position }) => position > offset),
      upTo: endOfRow(positionOfPlace(upTo)),
    };
  };

  let waiting: Match[] = [];
  let sinceWaitedBytes = 0;
  for await (const { matches, upTo, bytesRead } of scanPartition(scan, placeBefore(offset))) {
    onRead(bytesRead);
    sinceWaitedBytes += bytesRead;
    waiting = [...waiting, ...matches];
    while (waiting.length >= CHUNK_ROWS) {
      const chunk = waiting.splice(0, CHUNK_ROWS);
      yield batchOf(chunk, chunk.at(-1)?.place ?? upTo);
    }
    if (sinceWaitedBytes >= strideBytes) {
      sinceWaitedBytes = 0;
      yield batchOf(waiting.splice(0), upTo);
    }
  }
  const last = waiting.at(-1);
  if (last) yield batchOf(waiting, last.place);
}

/** Rows of matches found in segments are read only now. A row may have been erased since. */
async function fetchRows({ store, home, wanted }: Scan, matches: readonly Match[]) {
  const missing = matches.filter(({ row }) => row === undefined);
  const fetched = await store.getMany(missing.map(({ place }) => readOf(home, place)));
  const rowAt = new Map(missing.map(({ place }, index) => [place, fetched[index]]));
  return matches.flatMap(({ place, row = rowAt.get(place) }) => (row && hasText(row, wanted) ? [row] : []));
}

const readOf = ({ table, pk }: Partition, place: string) => ({ table, key: { pk, sk: place } });

/** The last place whose records all lie before the offset. */
const placeBefore = (offset: number) => placeAt(Math.max(0, offset + 1 - MEMBERS_PER_ROW)).place;
