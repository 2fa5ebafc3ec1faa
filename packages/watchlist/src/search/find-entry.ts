import type { ListedEntry } from '../listed-entry.ts';
import { bucketOf, hashOf, openBuckets } from './buckets.ts';
import { readDetails } from './detail-record.ts';
import type { FileDirectory } from './index-file.ts';
import { IndexMeta } from './index-meta.ts';
import type { ReadRange } from './read-range.ts';

const NUMBER_BYTES = Uint32Array.BYTES_PER_ELEMENT;
const utf8 = new TextDecoder();

export interface StoredIndex {
  directory: FileDirectory;
  readTable: ReadRange;
  readDetails: ReadRange;
}

/**
 * Finds one entry by its id in a stored index without opening the table: three range reads (bucket
 * of ids, place of the entry, entry), at the same cost for a list of a million people.
 */
export async function findStoredEntry(index: StoredIndex, id: string): Promise<ListedEntry | undefined> {
  // Written by `IndexBuilder`, possibly an earlier version.
  const { texts, checkBits = 0 } = IndexMeta.parse(index.directory.meta);
  for (const entry of await likelyEntries(index, id, checkBits)) {
    const [start = 0, end = 0] = await readNumbers(index, 'detailStarts', entry, 2);
    const bytes = await index.readDetails(start, end - start);
    const found = readDetails(utf8.decode(bytes), (text) => texts[text] ?? '');
    if (found.id === id) return found;
  }
  return undefined;
}

/** The entries whose id probably has this hash, like `bucketOf` on an open index. */
async function likelyEntries(index: StoredIndex, id: string, checkBits: number): Promise<number[]> {
  const { directory } = index;
  const bucketCount = (directory.rangeOf('idStarts')?.length ?? 0) / NUMBER_BYTES - 1;
  if (bucketCount < 1) return [];
  const hash = hashOf(id);
  const [start = 0, end = 0] = await readNumbers(index, 'idStarts', hash & (bucketCount - 1), 2);
  if (end <= start) return [];
  const ids = await readNumbers(index, 'idEntries', start, end - start);
  // A hash table of this one bucket.
  const starts = Uint32Array.of(0, ids.length);
  return bucketOf(openBuckets(starts, ids, checkBits), hash);
}

async function readNumbers(
  { directory, readTable }: StoredIndex,
  part: string,
  first: number,
  count: number,
): Promise<Uint32Array> {
  const { offset, length } = directory.rangeOf(part) ?? { offset: 0, length: 0 };
  const wanted = Math.min(count * NUMBER_BYTES, length - first * NUMBER_BYTES);
  if (wanted <= 0) return new Uint32Array();
  const bytes = await readTable(offset + first * NUMBER_BYTES, wanted);
  return new Uint32Array(new Uint8Array(bytes).buffer);
}
