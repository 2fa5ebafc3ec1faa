import { randomUUID } from 'node:crypto';
import { SEGMENT_BYTES } from './compact-search.ts';
import type { SearchEntry } from './search-packing.ts';
import {
  END,
  entriesIn,
  findSegment,
  type Partition,
  putSegment,
  readHead,
  replaceHead,
  type Segment,
  START,
} from './search-segments.ts';
import type { Store } from './store.ts';

/**
 * Adds rows to segments that should contain them. A row gets its place when its change is made, so a row
 * that took very long to commit, or whose machine's clock was slow, appears before the watermark, where a
 * search no longer reads rows.
 */
export async function repairSearch(
  store: Store,
  home: Partition,
  places: readonly string[],
  { segmentBytes = SEGMENT_BYTES }: { segmentBytes?: number } = {},
): Promise<void> {
  let rest = [...new Set(places)].toSorted();
  for (let place = rest[0]; place !== undefined; place = rest[0]) {
    const segment = await findSegment(store, home, place);
    // After the last segment, as expected of new rows; then all later rows are too.
    if (!segment) return;
    const missing = missingFrom(segment, rest);
    const done = missing.length > 0 ? await addTo(store, home, missing, segmentBytes) : segment.upTo;
    rest = rest.filter((later) => later > segment.upTo || later > done);
  }
}

function missingFrom(segment: Segment, places: readonly string[]): string[] {
  const held = new Set(entriesIn(segment).map(({ place }) => place));
  return places.filter((place) => place <= segment.upTo && !held.has(place));
}

/**
 * Adds rows to the segment around the first of them, and returns the end of that segment. It throws if
 * segments change concurrently.
 */
async function addTo(store: Store, home: Partition, places: string[], segmentBytes: number): Promise<string> {
  // The head is read before the rows it guards; rows read earlier may be out of date.
  const head = await readHead(store, home);
  const segment = await findSegment(store, home, places[0] ?? START);
  if (!segment) return END;
  const missing = missingFrom(segment, places).filter((place) => place > segment.after);
  const added = await readEntries(store, home, missing);
  if (added.length === 0) return segment.upTo;

  const entries = entriesIn(segment);
  const all = [...entries, ...added].toSorted((a, b) => (a.place < b.place ? -1 : 1));
  const puts = splitWhereTooLarge(home, { ...segment, entries: all }, segmentBytes);
  const bytes = puts.at(-1)?.bytes ?? 0;
  const { watermark } = head;
  const open = head.open.map((other) => (other.upTo === segment.upTo ? { ...other, bytes } : other));
  const writes = [...puts.map(({ write }) => write), replaceHead(home, head, { watermark, open })];
  await store.transact(writes, randomUUID());
  return segment.upTo;
}

/** Those rows that still exist. */
async function readEntries(store: Store, { table, pk }: Partition, places: readonly string[]) {
  const rows = await store.getMany(places.map((sk) => ({ table, key: { pk, sk } })));
  return rows.flatMap((row): SearchEntry[] =>
    typeof row?.searchable === 'string' ? [{ place: row.sk, text: row.searchable }] : [],
  );
}

/** The segment, or its two halves. */
function splitWhereTooLarge(
  home: Partition,
  { after, upTo, entries }: Omit<Segment, 'packed'> & { entries: SearchEntry[] },
  segmentBytes: number,
) {
  const whole = putSegment(home, { after, upTo, entries });
  if (whole.bytes <= segmentBytes) return [whole];
  const half = Math.floor(entries.length / 2);
  const middle = entries[half - 1]?.place ?? after;
  return [
    putSegment(home, { after, upTo: middle, entries: entries.slice(0, half) }),
    putSegment(home, { after: middle, upTo, entries: entries.slice(half) }),
  ];
}
