import { randomUUID } from 'node:crypto';
import { type SearchEntry, weightOf } from './search-packing.ts';
import {
  entriesIn,
  type Head,
  type OpenSegment,
  type Partition,
  putSegment,
  readHead,
  removeSegment,
  replaceHead,
  searchPartitionOf,
  segmentsAmong,
} from './search-segments.ts';
import { type Store, TransactionRefused } from './store.ts';

/**
 * Packs the rows that have settled since the last compaction into a segment. Small segments are merged with
 * it while each is at most twice the size merged so far (a log-structured merge), so a text is rewritten a
 * handful of times until its segment is full, and only a handful of small segments exist. Segments and head
 * change in one transaction, conditional on the head that was read, so compactions may run concurrently or
 * crash anywhere.
 */
export interface Compaction {
  /** Rows up to this place are packed: no further row is expected before it. */
  settled: string;
  /** Fewer rows than this are left for later. */
  minimumRows?: number;
  segmentBytes?: number;
}

/**
 * The size of a segment before compression. A row holds 400 KB, so a segment fits however badly it
 * compresses, with room for rows that are added later.
 */
export const SEGMENT_BYTES = 384 * 1024;
const MINIMUM_ROWS = 32;

/** Returns whether there may be more to do: rows were left, or a concurrent compaction won. */
export async function compactSearch(
  store: Store,
  home: Partition,
  { settled, minimumRows = MINIMUM_ROWS, segmentBytes = SEGMENT_BYTES }: Compaction,
): Promise<boolean> {
  const head = await readHead(store, home);
  const waiting = await readWaiting(store, home, { head, settled, segmentBytes });
  if (waiting.rowCount < minimumRows) return false;

  const merged = mergeable(head.open, weightOfAll(waiting.entries), segmentBytes);
  const before = await readSegments(store, home, merged);
  const { write, bytes } = putSegment(home, {
    after: before[0]?.after ?? head.watermark,
    upTo: waiting.upTo,
    entries: [...before.flatMap(entriesIn), ...waiting.entries],
  });
  const unmerged = head.open.slice(0, head.open.length - merged.length);
  const isFull = bytes > segmentBytes / 2;
  const writes = [
    write,
    ...merged.map(({ upTo }) => removeSegment(home, upTo)),
    replaceHead(home, head, {
      watermark: waiting.upTo,
      open: isFull ? [] : [...unmerged, { upTo: waiting.upTo, bytes }],
    }),
  ];
  try {
    await store.transact(writes, randomUUID());
  } catch (error) {
    if (error instanceof TransactionRefused) return true;
    throw error;
  }
  return waiting.isMore;
}

/** The settled rows after the watermark, as many as a segment takes. */
async function readWaiting(
  store: Store,
  { table, pk }: Partition,
  { head, settled, segmentBytes }: { head: Head; settled: string; segmentBytes: number },
) {
  const waiting = { entries: [] as SearchEntry[], upTo: head.watermark, rowCount: 0, isMore: true };
  let bytes = 0;
  while (waiting.isMore && waiting.upTo < settled) {
    const range = { from: waiting.upTo, upTo: settled };
    const { items, more } = await store.query(table, { pk, ...range });
    waiting.isMore = more;
    for (const { sk, searchable } of items) {
      if (sk === range.from) continue;
      if (typeof searchable === 'string') {
        const entry = { place: sk, text: searchable };
        bytes += weightOf(entry);
        if (bytes > segmentBytes) return { ...waiting, isMore: true };
        waiting.entries.push(entry);
      }
      waiting.upTo = sk;
      waiting.rowCount += 1;
    }
  }
  return waiting;
}

/** The last open segments that are small enough to be merged, in their order. */
function mergeable(open: readonly OpenSegment[], bytes: number, segmentBytes: number) {
  let total = bytes;
  let first = open.length;
  for (const segment of open.toReversed()) {
    if (segment.bytes > 2 * total || segment.bytes + total > segmentBytes) break;
    total += segment.bytes;
    first -= 1;
  }
  return open.slice(first);
}

const weightOfAll = (entries: readonly SearchEntry[]) => entries.reduce((bytes, entry) => bytes + weightOf(entry), 0);

/** Consecutive segments. */
async function readSegments(store: Store, { table, pk }: Partition, wanted: OpenSegment[]) {
  const [first, last] = [wanted.at(0), wanted.at(-1)];
  if (!first || !last) return [];
  const range = { from: first.upTo, upTo: last.upTo };
  const { items } = await store.query(table, { pk: searchPartitionOf(pk), ...range });
  return segmentsAmong(items);
}
