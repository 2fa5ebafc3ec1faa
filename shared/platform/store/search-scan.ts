import { findInPacked } from './search-packing.ts';
import { END, type Partition, type Segment, searchPartitionOf, segmentsAmong } from './search-segments.ts';
import type { Item, Store } from './store.ts';

/**
 * Reads one partition of a searchable collection in ascending order for rows whose text contains `wanted`.
 * If many rows match, reading the rows themselves is cheaper, so it begins with the rows and stays there
 * while matches are frequent; then it continues with the segments, and with the rows after the last
 * segment.
 */
export interface ScanResult {
  matches: Match[];
  /** All matches up to this place are known. */
  upTo: string;
  bytesRead: number;
}

export interface Match {
  place: string;
  /** The row, if it was read directly. */
  row?: Item;
}

export interface Scan {
  store: Store;
  home: Partition;
  wanted: string;
  /** Rows of the first read. */
  firstRows: number;
}

/** Each direct read takes twice as many rows as the one before, up to this many. */
const LATER_ROWS = 32;
const MOST_ROWS = 1024;
/**
 * One match in this many rows is frequent enough to keep reading rows: a page's share of them is then
 * smaller than a segment.
 */
const FREQUENT_ROWS = 16;

export async function* scanPartition(scan: Scan, after: string): AsyncGenerator<ScanResult> {
  let covered = after;
  for await (const finding of readHome(scan, covered, END, scan.firstRows)) {
    yield finding;
    covered = finding.upTo;
    if (finding.isLast) return;
    if (finding.matches.length * FREQUENT_ROWS < finding.rowsRead) break;
  }

  for await (const segment of segmentsAfter(scan, covered)) {
    // A segment is briefly missing while others are merged.
    if (segment.after > covered) yield* readHome(scan, covered, segment.after);
    const places = findInPacked(segment.packed, scan.wanted);
    const matches = places.filter((place) => place > covered).map((place) => ({ place }));
    yield { matches, upTo: segment.upTo, bytesRead: segment.packed.length };
    covered = segment.upTo;
  }

  yield* readHome(scan, covered, END);
}

/** Rows after `after`, up to and including `upTo`. */
async function* readHome({ store, home, wanted }: Scan, after: string, upTo: string, firstRows = LATER_ROWS) {
  const { table, pk } = home;
  let covered = after;
  for (let limit = firstRows; ; limit = Math.min(limit * 2, MOST_ROWS)) {
    const { items, more } = await store.query(table, { pk, after: covered, limit });
    const rows = items.filter(({ sk }) => sk <= upTo);
    const isLast = !more || rows.length < items.length;
    covered = rows.at(-1)?.sk ?? covered;
    yield {
      matches: rows.filter((row) => hasText(row, wanted)).map((row): Match => ({ place: row.sk, row })),
      upTo: covered,
      bytesRead: Buffer.byteLength(JSON.stringify(items)),
      rowsRead: rows.length,
      isLast,
    };
    if (isLast) return;
  }
}

export const hasText = ({ searchable }: Item, wanted: string) =>
  typeof searchable === 'string' && searchable.includes(wanted);

/** One segment first, which is enough if matches are not rare; then as many as a read returns. */
async function* segmentsAfter({ store, home }: Scan, after: string): AsyncGenerator<Segment> {
  const pk = searchPartitionOf(home.pk);
  let range: { after: string; limit?: number } = { after, limit: 1 };
  for (;;) {
    const { items, more } = await store.query(home.table, { pk, ...range });
    yield* segmentsAmong(items);
    const last = items.at(-1);
    if (!more || !last) return;
    range = { after: last.sk };
  }
}
