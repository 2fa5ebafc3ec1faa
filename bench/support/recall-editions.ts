import { loadNameTables } from '#packages/names/src/name-tables.ts';
import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { IndexBuilder } from '#packages/watchlist/src/search/build-index.ts';
import { openIndex } from '#packages/watchlist/src/search/list-index.ts';
import type { SubjectRequest } from '#packages/watchlist/src/search/prepare-query.ts';
import { rangeOfBuffer } from '#packages/watchlist/src/search/read-range.ts';
import { type FoundMatch, screen } from '#packages/watchlist/src/search/screen.ts';
import type { ScreenedList } from '#packages/watchlist/src/search/search-pool.ts';
import { listKindOf } from '#shared/screening/lists/list.ts';
import { nameTables } from '#shared/screening/name-tables.ts';
import { birthDays, foldWords, isLatin, type RecallCase, sortedWords } from './recall-case.ts';
import { namesAlike } from './recall-sounds.ts';

export type Lists = ReadonlyMap<string, readonly ListedEntry[]>;

const POLICY = { reviewScore: 70, matchScore: 90 };
const TODAY = '2026-03-14';

/** One index of all lists in memory, each a stretch of it, as a function opens them. */
export async function openJointIndex(lists: Lists): Promise<ScreenedList[]> {
  const builder = new IndexBuilder(nameTables);
  const stretches = new Map<string, { from: number; to: number }>();
  let from = 0;
  for (const [key, entries] of lists) {
    await loadNameTables(
      nameTables,
      entries.flatMap(({ names }) => names.map(({ text }) => text)),
    );
    for (const entry of entries) builder.add(entry);
    stretches.set(key, { from, to: from + entries.length });
    from += entries.length;
  }
  const { table, details } = builder.finish();
  const index = openIndex(table, rangeOfBuffer(details));
  return Array.from(stretches, ([key, stretch]) => ({
    key,
    listKind: listKindOf(key),
    index,
    stretch,
    missing: false,
    stale: false,
    attention: false,
    droppedEntries: 0,
    reindexPending: false,
  }));
}

export const screenSubject = (
  lists: readonly ScreenedList[],
  subject: SubjectRequest,
  reviewScore = POLICY.reviewScore,
) =>
  screen(
    lists,
    { subject, policy: { ...POLICY, reviewScore }, lookbackMonths: 12 },
    { today: TODAY, tables: nameTables },
  );

export const changeEach = (lists: Lists, change: (entries: readonly ListedEntry[]) => ListedEntry[]) =>
  new Map(Array.from(lists, ([key, entries]) => [key, change(entries)]));

/** The lists as a publisher prints them who gives names in Latin letters alone. */
export const latinOnly = (entries: readonly ListedEntry[]): ListedEntry[] =>
  entries.flatMap((entry) => {
    const names = entry.names.filter(({ text }) => isLatin(text));
    return names.length === 0 ? [] : [{ ...entry, names }];
  });

const namesOf = ({ names }: ListedEntry) =>
  new Set(names.filter(({ isWeak }) => !isWeak).map(({ text }) => sortedWords(text)));

const latinNames = ({ names }: ListedEntry) =>
  names.filter(({ text, isWeak }) => !isWeak && isLatin(text)).map(({ text }) => foldWords(text));

/** The same person on another list: born on the same day, under a name that sounds alike. */
function isSamePerson(one: ListedEntry, other: ListedEntry): boolean {
  const days = birthDays(other);
  if (one.kind !== other.kind || !birthDays(one).some((day) => days.includes(day))) return false;
  const names = latinNames(other);
  return latinNames(one).some((own) => names.some((listed) => namesAlike(own, listed)));
}

/** Whether a match is what the case is about: the entry itself, one of the same name, or the same person. */
export function isTarget({ target, sameEntryOnly }: RecallCase) {
  const names = namesOf(target.entry);
  names.delete('');
  return ({ source, entry }: Pick<FoundMatch, 'source' | 'entry'>): boolean => {
    if (source === target.list && entry.id === target.entry.id) return true;
    if (sameEntryOnly) return false;
    const hasName = entry.names.some(({ text }) => names.has(sortedWords(text)));
    return hasName || isSamePerson(target.entry, entry);
  };
}
