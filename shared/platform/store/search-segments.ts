import * as z from 'zod';
import type { TableName } from '../../tables.ts';
import { type Entry, packEntries, unpackEntries } from './search-packing.ts';
import type { Item, Store, Write } from './store.ts';

/**
 * What makes substring search affordable. Beside each partition of a searchable collection stands
 * another that holds segments: each is a compressed copy of the searchable text of all rows in one
 * range of places. A segment saves reading its range at home and is never needed to be right: what no
 * segment covers is read at home, and where two overlap the later tells nothing new. The head exists
 * for those who write segments.
 */
export interface Partition {
  table: TableName;
  pk: string;
}

/** Rows behind `after`, up to and including `upTo`. */
export interface Segment {
  after: string;
  upTo: string;
  packed: Uint8Array;
}

export const searchPartitionOf = (pk: string) => `${pk}~search`;

/** Before and behind every place: places are hexadecimal. */
export const START = '0';
export const END = '~';
const HEAD = 'head';

const SegmentRow = z.object({
  sk: z.string(),
  after: z.string(),
  packed: z.instanceof(Uint8Array),
});

/** The segments among rows of a search partition. */
export const segmentsAmong = (rows: readonly Item[]): Segment[] =>
  rows
    .filter(({ sk }) => sk !== HEAD)
    .map((row) => {
      const { sk, ...segment } = SegmentRow.parse(row);
      return { ...segment, upTo: sk };
    });

/** The first segment that reaches `place`. */
export async function findSegment(
  store: Store,
  { table, pk }: Partition,
  place: string,
): Promise<Segment | undefined> {
  const range = { pk: searchPartitionOf(pk), from: place, limit: 1 };
  const { items } = await store.query(table, range);
  return segmentsAmong(items)[0];
}

const Head = z.object({
  /** Up to here all has been packed. */
  watermark: z.string(),
  /** Every change of segments raises it, and is made on the condition that nobody else did. */
  revision: z.int(),
  /** The last segments, as long as they are small enough to be merged with later ones. */
  open: z.array(z.object({ upTo: z.string(), bytes: z.int() })),
});
export type Head = z.infer<typeof Head>;
export type OpenSegment = Head['open'][number];

export async function readHead(store: Store, { table, pk }: Partition): Promise<Head> {
  const row = await store.get(table, { pk: searchPartitionOf(pk), sk: HEAD });
  return row ? Head.parse(row) : { watermark: START, revision: 0, open: [] };
}

export const replaceHead = (
  { table, pk }: Partition,
  { revision }: Head,
  after: Omit<Head, 'revision'>,
): Write => ({
  table,
  put: { pk: searchPartitionOf(pk), sk: HEAD, ...after, revision: revision + 1 },
  when: revision === 0 ? 'absent' : { revision },
});

/** A segment to be written, and its size before compression. */
export function putSegment(
  { table, pk }: Partition,
  { after, upTo, entries }: Omit<Segment, 'packed'> & { entries: readonly Entry[] },
): { write: Write; bytes: number } {
  const { packed, bytes } = packEntries(entries);
  const put = { pk: searchPartitionOf(pk), sk: upTo, after, packed };
  return { write: { table, put }, bytes };
}

export const removeSegment = ({ table, pk }: Partition, upTo: string): Write => ({
  table,
  remove: { pk: searchPartitionOf(pk), sk: upTo },
});

export const entriesIn = ({ packed }: Segment) => unpackEntries(packed);
