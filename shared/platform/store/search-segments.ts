import * as z from 'zod';
import type { TableName } from '../../tables.ts';
import { packEntries, type SearchEntry, unpackEntries } from './search-packing.ts';
import type { Item, Store, Write } from './store.ts';

/**
 * Segments make substring search affordable. Each partition of a searchable collection has a second one
 * with segments: compressed copies of the searchable text of all rows in a range of places. Segments are an
 * optimization and never needed for correctness: ranges without a segment are read from the rows, and of
 * overlapping segments the later adds nothing. The head row exists for the writers of segments.
 */
export interface Partition {
  table: TableName;
  pk: string;
}

/** Covers rows after `after`, up to and including `upTo`. */
export interface Segment {
  after: string;
  upTo: string;
  packed: Uint8Array;
}

export const searchPartitionOf = (pk: string) => `${pk}~search`;

/** Before and after every place: places are hexadecimal. */
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
export async function findSegment(store: Store, { table, pk }: Partition, place: string): Promise<Segment | undefined> {
  const range = { pk: searchPartitionOf(pk), from: place, limit: 1 };
  const { items } = await store.query(table, range);
  return segmentsAmong(items)[0];
}

const Head = z.object({
  /** All rows up to here have been packed. */
  watermark: z.string(),
  /** Every change of segments increments it, on the condition that it is unchanged. */
  revision: z.int(),
  /** The last segments, while they are small enough to be merged with later ones. */
  open: z.array(z.object({ upTo: z.string(), bytes: z.int() })),
});
export type Head = z.infer<typeof Head>;
export type OpenSegment = Head['open'][number];

export async function readHead(store: Store, { table, pk }: Partition): Promise<Head> {
  const row = await store.get(table, { pk: searchPartitionOf(pk), sk: HEAD });
  return row ? Head.parse(row) : { watermark: START, revision: 0, open: [] };
}

export const replaceHead = ({ table, pk }: Partition, { revision }: Head, after: Omit<Head, 'revision'>): Write => ({
  table,
  put: { pk: searchPartitionOf(pk), sk: HEAD, ...after, revision: revision + 1 },
  when: revision === 0 ? 'absent' : { revision },
});

/** A segment to write, and its size before compression. */
export function putSegment(
  { table, pk }: Partition,
  { after, upTo, entries }: Omit<Segment, 'packed'> & { entries: readonly SearchEntry[] },
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
