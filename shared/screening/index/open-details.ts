import type { ListedEntry } from '../listed-entry.ts';
import { readDetails } from './detail-record.ts';
import { keepingFew, type ReadRange } from './read-range.ts';

/** What is read at once of a list that is read to its end. */
const AT_ONCE_BYTES = 4 * 1024 * 1024;
const utf8 = new TextDecoder();

interface Details {
  /** At once where the details are at hand. */
  readEntry: (entry: number) => Promise<ListedEntry> | ListedEntry;
  /** All entries in their order; of a large list only a part is in memory. */
  everyEntry: () => AsyncGenerator<ListedEntry>;
}

/** Entries as they were listed: `starts` says where each begins, and where the last ends. */
export function openDetails(
  starts: Uint32Array,
  readRange: ReadRange,
  textOf: (id: number) => string,
): Details {
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
