import { dayOfYearClass, yearOf } from '../matching/birth-factors.ts';
import { FACTORS } from '../matching/factor.ts';
import { isSameState } from '../matching/same-state.ts';
import { FIRM_NAME_FLOOR } from '../matching/score-entry.ts';
import type { ScreenedSubject } from '../matching/screened-subject.ts';
import type { EntryMarks } from './entry-marks.ts';
import { fromWordsOn, isPerson, readingFlags } from './entry-summary.ts';
import type { ListIndex } from './list-index.ts';
import { firmPointsIn, MANY, type NameBounds, nameFacts, pointsIn } from './name-bound.ts';
import type { PreparedQuery } from './prepare-query.ts';
import type { SharedReading } from './reading-filter.ts';

/**
 * Upper bound of the score of an entry, from its shared words and its summary alone, for pruning as
 * in MaxScore/WAND. Never lower than the score, so an entry that is dropped because of its bound
 * could not have reached review; `index.properties.test.ts` verifies this. Packed into a number,
 * since there may be tens of thousands per search: points in the low byte, and whether the entry is
 * contradicted as a bit.
 */
type Bound = number;
export const POINTS = 0xff;
/** The kind, dates of birth or nationalities contradict the entry. */
export const CONTRADICTED = 1 << 8;

/**
 * Positive: dates may agree. Negative: they contradict. Zero: one side states none, or the dates
 * may be near.
 */
function birthBound({ births }: ScreenedSubject, years: { from: number; to: number }, birthDays: number): number {
  if (years.from === 0) return 0;
  let mayBeNear = false;
  for (const { from, to } of births) {
    if (yearOf(from) <= years.to && yearOf(to) >= years.from) return FACTORS.dob_same_day.points;
    mayBeNear ||=
      (yearOf(from) - 1 <= years.to && yearOf(to) + 1 >= years.from) ||
      (from === to && (birthDays & (1 << dayOfYearClass(from))) !== 0);
  }
  return mayBeNear ? FACTORS.dob_near.points : FACTORS.dob_other_year.points;
}

function countryBound(subject: ScreenedSubject, countries: readonly string[]): number {
  if (subject.nationalities.length === 0 || countries.length === 0) return 0;
  return subject.nationalities.some((own) => countries.some((listed) => isSameState(own, listed)))
    ? FACTORS.nationality_same.points
    : FACTORS.nationality_other.points;
}

interface Evidence {
  points: number;
  /** What a firm name gets back of the deduction for a different nationality. */
  waivable: number;
  /** Something other than the name may agree. */
  maySupport: boolean;
  isContradicted: boolean;
}

/** What dates of birth and countries may add or deduct; undefined if the subject states neither. */
function evidenceOn(index: ListIndex, { subject, identifierTerms }: PreparedQuery) {
  const hasIdentifiers = identifierTerms.length > 0;
  const hasBirths = subject.births.length > 0;
  if (!hasBirths && subject.nationalities.length === 0) return undefined;
  const byCountry = index.meta.countrySets.map((set) => countryBound(subject, set));
  return (entry: number): Evidence => {
    const birth = hasBirths ? birthBound(subject, index.yearsOf(entry), index.birthDaysOf(entry)) : 0;
    const country = byCountry[index.countrySetOf(entry)] ?? 0;
    return {
      points: birth + country,
      waivable: birth < 0 ? 0 : Math.max(0, -country),
      maySupport: birth > 0 || country > 0 || hasIdentifiers,
      isContradicted: birth < 0 || country < 0,
    };
  };
}

/** Mirrors the floor of a firm name (`withFloor` of the scorer). */
function withEvidence(name: number, { points, waivable }: Evidence): number {
  const sum = pointsIn(name) + points;
  const firm = firmPointsIn(name);
  const floored = firm > 0 ? Math.min(FIRM_NAME_FLOOR, firm + points + waivable) : 0;
  return Math.max(0, sum, floored);
}

/** Upper bound of the score of an entry by one of its readings. */
export type ReadingBound = (reading: SharedReading) => number;

/**
 * Bounds for one query on one index. The bound of a reading is tighter than that of its entry,
 * since it is known which words occur together in one name, and how many others it has.
 */
export function boundsOn(index: ListIndex, query: PreparedQuery) {
  const { subject, poolBounds, scoringBounds } = query;
  const evidenceOf = evidenceOn(index, query);
  const unknown = {
    points: 0,
    waivable: 0,
    maySupport: query.identifierTerms.length > 0,
    isContradicted: false,
  };
  const hasKind = subject.entityType !== undefined;
  const isForPerson = subject.entityType === 'person';
  const ofEntryBy = (nameBounds: NameBounds, entry: number, marks: EntryMarks): Bound => {
    const flags = index.flagsOf(entry);
    if (hasKind && isPerson(flags) !== isForPerson) return CONTRADICTED;
    const evidence = evidenceOf ? evidenceOf(entry) : unknown;
    const { maySupport, isContradicted } = evidence;
    const facts = nameFacts(fromWordsOn(flags, marks.fewestWordsOf(entry)), maySupport);
    const name = nameBounds.of(facts, marks.sameOf(entry), marks.oneOffOf(entry), MANY);
    return withEvidence(name, evidence) | (isContradicted ? CONTRADICTED : 0);
  };
  const ofReadingsBy = (nameBounds: NameBounds, entry: number): ReadingBound => {
    const evidence = evidenceOf ? evidenceOf(entry) : unknown;
    const { maySupport } = evidence;
    const flags = index.flagsOf(entry);
    return ({ wordCount, initials, matchable, same, oneOff }) => {
      const facts = nameFacts(readingFlags(flags, wordCount, initials), maySupport);
      return withEvidence(nameBounds.of(facts, same, oneOff, matchable), evidence);
    };
  };
  return {
    ofEntry: (entry: number, marks: EntryMarks) => ofEntryBy(poolBounds, entry, marks),
    ofReadings: (entry: number) => ofReadingsBy(poolBounds, entry),
    /** Tighter bounds that only skip scoring. */
    scoringOfEntry: (entry: number, marks: EntryMarks) => ofEntryBy(scoringBounds, entry, marks),
    scoringOfReadings: (entry: number) => ofReadingsBy(scoringBounds, entry),
  };
}
