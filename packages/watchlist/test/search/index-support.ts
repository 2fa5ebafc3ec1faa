import { loadNameTables, newNameTables } from '../../../names/src/name-tables.ts';
import type { ListedEntry } from '../../src/listed-entry.ts';
import { type BuiltIndex, IndexBuilder } from '../../src/search/build-index.ts';
import { type ListIndex, openIndex } from '../../src/search/list-index.ts';
import type { SubjectRequest } from '../../src/search/prepare-query.ts';
import { rangeOfBuffer } from '../../src/search/read-range.ts';
import { screen } from '../../src/search/screen.ts';
import type { ScreenedList } from '../../src/search/search-pool.ts';

const TODAY = '2026-03-14';

export const tables = newNameTables();

export async function builtOf(entries: readonly ListedEntry[]): Promise<BuiltIndex> {
  await loadNameTables(
    tables,
    entries.flatMap(({ names }) => names.map(({ text }) => text)),
  );
  const builder = new IndexBuilder(tables);
  for (const entry of entries) builder.add(entry);
  return builder.finish();
}

export async function indexOf(entries: readonly ListedEntry[]): Promise<ListIndex> {
  const { table, details } = await builtOf(entries);
  return openIndex(table, rangeOfBuffer(details));
}

export async function aList(entries: readonly ListedEntry[], rest: Partial<ScreenedList> = {}): Promise<ScreenedList> {
  return {
    key: 'ofac_sdn',
    listKind: 'sanctions',
    index: await indexOf(entries),
    missing: false,
    stale: false,
    attention: false,
    droppedEntries: 0,
    reindexPending: false,
    ...rest,
  };
}

export const screenFor = (
  lists: readonly ScreenedList[],
  subject: SubjectRequest | string,
  policy = { reviewScore: 70, matchScore: 90 },
) =>
  screen(
    lists,
    { subject: typeof subject === 'string' ? { name: subject } : subject, policy, lookbackMonths: 12 },
    { today: TODAY, tables },
  );
