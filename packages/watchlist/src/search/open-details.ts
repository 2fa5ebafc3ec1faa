import type { ListedEntry } from '../listed-entry.ts';
import { readDetails } from './detail-record.ts';
import { keepingFew, type ReadRange } from './read-range.ts';

/** Bytes per request when a list is read from beginning to end. */
const AT_ONCE_BYTES = 4 * 1024 * 1024;
const utf8 = new TextDecoder();

interface Details {
  /** Synchronous if the details are in memory. */
  readEntry: (entry: number) => Promise<ListedEntry> | ListedEntry;
  /** All entries in order; only a part of a large list is in memory at a time. */
  everyEntry: () => AsyncGenerator<ListedEntry>;
}

/**
 * Opens the details, the entries as they were listed. `starts` holds the offset of each entry, and
 * the end of the last.
 */
export function openDetails(starts: Uint32Array, readRange: ReadRange, textOf: (id: number) => string): Details {
  const startOf = (entry: number) => starts[entry] ?? 0;
  const entryCount = starts.length - 1;
  const readBytes = keepingFew(readRange, startOf(entryCount));
  const entryIn = (bytes: Uint8Array) => readDetails(utf8.decode(bytes), textOf);

  const readEntry = (entry: number) => {
    const bytes = readBytes(startOf(entry), startOf(entry + 1) - startOf(entry));
    return bytes instanceof Promise ? bytes.then(entryIn) : entryIn(bytes);
  };
  const endOfPart = (first: number) => {
    let end = first + 1;
    while (end < entryCount && startOf(end + 1) - startOf(first) <= AT_ONCE_BYTES) end += 1;
    return end;
  };
  async function* everyEntry() {
    for (let first = 0; first < entryCount; ) {
      const end = endOfPart(first);
      const start = startOf(first);
      const bytes = await readRange(start, startOf(end) - start);
      for (let entry = first; entry < end; entry += 1)
        yield entryIn(bytes.subarray(startOf(entry) - start, startOf(entry + 1) - start));
      first = end;
    }
  }
  return { readEntry, everyEntry };
}
