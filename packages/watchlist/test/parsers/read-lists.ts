import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ListedEntry } from '../../src/listed-entry.ts';
import type { ListParser, ListReport } from '../../src/parsers/list-parser.ts';
import type { FileLimits } from '../../src/parsers/reading/file-limits.ts';
import type { ListUnreadable } from '../../src/parsers/reading/list-unreadable.ts';

/** The lists of invented people that stand in for the published ones, in the publishers' formats. */
export const fixture = (path: string): Uint8Array => readFileSync(join('test/screening/fixtures', path));

export type Contents = Record<string, Uint8Array | string>;

export interface ReadList {
  entries: ListedEntry[];
  report: ListReport;
}

const inOneChunk = (bytes: Uint8Array): Iterable<Uint8Array> => [bytes];

/** Reads files from memory, cut into the chunks the test wants. */
export async function readList(
  parse: ListParser,
  contents: Contents,
  { limits, cut = inOneChunk }: { limits?: Partial<FileLimits>; cut?: typeof inOneChunk } = {},
): Promise<ReadList> {
  const entries: ListedEntry[] = [];
  const files = Object.fromEntries(
    Object.entries(contents).map(([name, content]) => [name, streamed(cut(Buffer.from(content)))]),
  );
  const report = await parse(files, (entry) => void entries.push(entry), limits);
  return { entries, report };
}

export async function* streamed(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** The entry with this id; fails the test where there is none. */
export function entryOf({ entries }: ReadList, id: string): ListedEntry {
  const entry = entries.find((one) => one.id === id);
  if (!entry) throw new Error(`no entry ${id}`);
  return entry;
}

/** The part of an entry that a search uses, without what only a reviewer reads. */
export const searchedPart = ({
  listing: _listing,
  references: _references,
  measures: _measures,
  ...entry
}: ListedEntry) => entry;

/** What the parser refused with. */
export const refusal = (reading: Promise<unknown>): Promise<ListUnreadable> =>
  reading.then(
    () => Promise.reject(new Error('was read')),
    (problem) => problem,
  );

export const strong = (text: string) => ({ text, isWeak: false });
export const weak = (text: string) => ({ text, isWeak: true });
export const day = (date: string) => ({ from: date, to: date, isCirca: false });
export const year = (from: number, to = from, isCirca = false) => ({
  from: `${from}-01-01`,
  to: `${to}-12-31`,
  isCirca,
});
