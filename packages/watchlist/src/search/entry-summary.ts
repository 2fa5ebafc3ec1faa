import type { ComparableName, ComparableReading } from '@assay/names';
import type { BirthSpan, ListedEntry } from '../listed-entry.ts';
import { CIRCA_YEARS, dayOfYearClass, yearOf } from '../matching/birth-factors.ts';
import type { ComparableEntry } from '../matching/screened-subject.ts';

/**
 * The few bytes of an entry that bound its score before its scoring record is read: kind, length of
 * its shortest name, possible years of birth and countries. They are read for every entry that
 * shares a word, which may be tens of thousands.
 */
export interface EntrySummary {
  flags: number;
  yearFrom: number;
  yearTo: number;
  /** Bit set of the classes of day and month (`dayOfYearClass`) of the full dates of birth. */
  birthDays: number;
}

const PERSON = 1;
const INITIALS_SHIFT = 1;
const INITIALS_MASK = 3;
const WORDS_SHIFT = 3;
const MOST_WORDS = 31;

const isInitial = (spellings: readonly string[]) => spellings[0]?.length === 1;
const initialsIn = (reading: ComparableReading) => reading.filter(isInitial).length;

export const isPerson = (flags: number) => (flags & PERSON) === PERSON;
/** 3 means three or more. */
export const initialsOf = (flags: number) => (flags >> INITIALS_SHIFT) & INITIALS_MASK;
/** Number of words of the shortest reading of any name. */
export const fewestWords = (flags: number) => flags >> WORDS_SHIFT;

/** The flags of an entry with its fewest words raised to at least `words`. */
export const fromWordsOn = (flags: number, words: number) =>
  words > fewestWords(flags) ? (flags & ((1 << WORDS_SHIFT) - 1)) | (words << WORDS_SHIFT) : flags;

/** The flags of a single reading of an entry with these flags. */
export const readingFlags = (flags: number, wordCount: number, initials: number) =>
  (flags & PERSON) |
  (Math.min(INITIALS_MASK, initials) << INITIALS_SHIFT) |
  (Math.min(MOST_WORDS, wordCount) << WORDS_SHIFT);

function flagsOf(kind: ListedEntry['kind'], names: readonly ComparableName[]): number {
  const readings = names.flatMap((name) => name.readings);
  const words = Math.min(MOST_WORDS, ...readings.map(({ length }) => length));
  const initials = Math.max(0, ...readings.map(initialsIn));
  return readingFlags(kind === 'person' ? PERSON : 0, words, initials);
}

/** The range of years that do not contradict the entry; zeros if no date is listed. */
function yearsOf(births: readonly BirthSpan[]): { yearFrom: number; yearTo: number } {
  if (births.length === 0) return { yearFrom: 0, yearTo: 0 };
  const tolerance = ({ isCirca }: BirthSpan) => (isCirca ? CIRCA_YEARS : 0);
  return {
    yearFrom: Math.max(1, Math.min(...births.map((birth) => yearOf(birth.from) - tolerance(birth)))),
    yearTo: Math.max(...births.map((birth) => yearOf(birth.to) + tolerance(birth))),
  };
}

function birthDaysOf(births: readonly BirthSpan[]): number {
  let days = 0;
  for (const { from, to } of births) if (from === to) days |= 1 << dayOfYearClass(from);
  return days;
}

export const summarise = ({ kind, names, births }: ComparableEntry): EntrySummary => ({
  flags: flagsOf(kind, names),
  ...yearsOf(births),
  birthDays: birthDaysOf(births),
});
