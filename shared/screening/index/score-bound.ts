import { yearOf } from '../matching/birth-factors.ts';
import { FACTORS } from '../matching/factor.ts';
import { NAME_POINTS, someTokensPoints } from '../matching/name-factors.ts';
import type { ScreenedSubject } from '../matching/screened-subject.ts';
import type { EntryMarks } from './entry-marks.ts';
import { fewestWords, fromWordsOn, initialsOf, isPerson, readingFlags } from './entry-summary.ts';
import type { ListIndex } from './list-index.ts';
import { BY_PAIR, type QueryReading } from './mark-words.ts';
import type { Query } from './prepare-query.ts';
import type { SharedWords } from './shared-words.ts';
import type { SharedReading } from './sought-readings.ts';

/**
 * The most an entry can score, from the words it shares and its summary alone. Never less than its score:
 * an entry that is set aside because of its bound would not have reached review. A number, since there may
 * be one for each of tens of thousands of entries: points, and what speaks against the entry as bits.
 */
type Bound = number;
export const POINTS = 0xff;
/** Kind, dates of birth or nationalities speak against the entry. */
export const CONTRADICTED = 1 << 8;
/** Nothing makes a person of a company. */
export const OTHER_KIND = 1 << 9;

const MANY = 99;

interface EntryFacts {
  fewestWords: number;
  initials: number;
  maySupport: boolean;
}

/**
 * The best that can be made of the words a reading shares: one word one letter off counts, and initials may
 * stand for words of either name, each at its price.
 */
function readingBound(reading: QueryReading, shared: SharedWords, entry: EntryFacts): number {
  const words = reading.length;
  let same = 0;
  let oneOff = 0;
  let initials = 0;
  let isByWord = reading.every(({ isInitial }) => !isInitial);
  for (const { bit, isInitial } of reading) {
    if ((shared.same & bit) !== 0) {
      same += 1;
      isByWord ||= !isInitial;
    } else if ((shared.oneOff & bit) !== 0) oneOff = 1;
    else if (isInitial) initials += 1;
  }
  if (!isByWord && oneOff === 0) return 0;
  let best = 0;
  for (let off = 0; off <= oneOff; off += 1) {
    const initialsAtMost = same > 0 ? Math.min(words - same - off, initials + entry.initials) : 0;
    for (let used = 0; used <= initialsAtMost; used += 1) {
      const price = off * NAME_POINTS.oneOff + used * NAME_POINTS.initial;
      best = Math.max(best, extentBound(words, same + off + used, entry) + price);
    }
  }
  return best;
}

function extentBound(subjectWords: number, matched: number, entry: EntryFacts): number {
  if (matched === 0) return 0;
  if (matched >= subjectWords) return NAME_POINTS.same;
  if (matched < entry.fewestWords)
    return someTokensPoints(matched, subjectWords, entry.fewestWords);
  const isLoneWord = matched === 1 && !entry.maySupport;
  return NAME_POINTS.contained + (isLoneWord ? NAME_POINTS.loneWord : 0);
}

/** Positive: may agree; negative: cannot but contradict; zero: one side is silent. */
function birthBound(subject: ScreenedSubject, years: { from: number; to: number }): number {
  if (years.from === 0) return 0;
  const mayAgree = subject.births.some(
    ({ from, to }) => yearOf(from) <= years.to && yearOf(to) >= years.from,
  );
  return mayAgree ? FACTORS.dob_same_day.points : FACTORS.dob_other_year.points;
}

function countryBound(subject: ScreenedSubject, countries: readonly string[]): number {
  if (subject.nationalities.length === 0 || countries.length === 0) return 0;
  return subject.nationalities.some((country) => countries.includes(country))
    ? FACTORS.nationality_same.points
    : FACTORS.nationality_other.points;
}

/** Of flags without the first, which tells people from companies and nothing of names. */
const FLAG_VALUES = 128;

/**
 * The most a name can count by the words it shares and its flags, which are those of an entry or of one
 * reading. Most entries share the same few words, so that few bounds are ever worked out: one table a set of
 * shared words, and the table of the last entry is most often that of the next.
 */
export class NameBounds {
  private readonly readings: readonly QueryReading[];
  private readonly tables = new Map<number, Map<number, BoundTable>>();
  private lastSame = 0;
  private lastOneOff = 0;
  private last: BoundTable = [];

  constructor(readings: readonly QueryReading[]) {
    this.readings = readings;
  }

  of(flags: number, maySupport: boolean, same: number, oneOff: number): number {
    // Put together, names have fewer words than are known here: nothing is ruled out.
    if ((same & BY_PAIR) !== 0) return NAME_POINTS.same;
    if (same !== this.lastSame || oneOff !== this.lastOneOff) this.turnTo(same, oneOff);
    const at = (flags >> 1) + (maySupport ? FLAG_VALUES : 0);
    const known = this.last[at];
    if (known !== undefined) return known;
    const bound = this.work(flags, maySupport, { same, oneOff });
    this.last[at] = bound;
    return bound;
  }

  private turnTo(same: number, oneOff: number): void {
    const byOneOff = this.tables.get(same) ?? new Map<number, BoundTable>();
    const table = byOneOff.get(oneOff) ?? [];
    if (byOneOff.size === 0) this.tables.set(same, byOneOff);
    if (table.length === 0) byOneOff.set(oneOff, table);
    this.last = table;
    this.lastSame = same;
    this.lastOneOff = oneOff;
  }

  private work(flags: number, maySupport: boolean, shared: SharedWords): number {
    // Three stands for any number.
    const initials = initialsOf(flags) === 3 ? MANY : initialsOf(flags);
    const facts = { fewestWords: fewestWords(flags), initials, maySupport };
    let most = 0;
    for (const reading of this.readings)
      most = Math.max(most, readingBound(reading, shared, facts));
    return most;
  }
}

/** By flags, of which few occur. */
type BoundTable = number[];

interface Evidence {
  points: number;
  /** Something may stand beside the name. */
  maySupport: boolean;
  isContradicted: boolean;
}

/** What dates of birth and countries may add or take off; undefined where the subject states neither. */
function evidenceOn(index: ListIndex, { subject, identifierTerms }: Query) {
  const hasIdentifiers = identifierTerms.length > 0;
  const hasBirths = subject.births.length > 0;
  if (!hasBirths && subject.nationalities.length === 0) return undefined;
  const byCountry = index.meta.countrySets.map((set) => countryBound(subject, set));
  return (entry: number): Evidence => {
    const birth = hasBirths ? birthBound(subject, index.yearsOf(entry)) : 0;
    const country = byCountry[index.countrySetOf(entry)] ?? 0;
    return {
      points: birth + country,
      maySupport: birth > 0 || country > 0 || hasIdentifiers,
      isContradicted: birth < 0 || country < 0,
    };
  };
}

/** The most an entry can score by one of its readings. */
export type ReadingBound = (reading: SharedReading) => number;

/**
 * Bounds for one query on one index; what is the same for many entries is worked out once. That of a reading
 * is closer than that of its entry, since the words that stand together in a name are known, and how many
 * others beside them.
 */
export function boundsOn(index: ListIndex, query: Query) {
  const { subject, nameBounds } = query;
  const evidenceOf = evidenceOn(index, query);
  const unknown = {
    points: 0,
    maySupport: query.identifierTerms.length > 0,
    isContradicted: false,
  };
  const hasKind = subject.entityType !== undefined;
  const isForPerson = subject.entityType === 'person';
  const ofEntry = (entry: number, marks: EntryMarks): Bound => {
    const flags = index.flagsOf(entry);
    if (hasKind && isPerson(flags) !== isForPerson) return OTHER_KIND | CONTRADICTED;
    const { points, maySupport, isContradicted } = evidenceOf ? evidenceOf(entry) : unknown;
    const name = nameBounds.of(
      fromWordsOn(flags, marks.fewestWordsOf(entry)),
      maySupport,
      marks.sameOf(entry),
      marks.oneOffOf(entry),
    );
    return Math.max(0, name + points) | (isContradicted ? CONTRADICTED : 0);
  };
  const ofReadings = (entry: number): ReadingBound => {
    const { points, maySupport } = evidenceOf ? evidenceOf(entry) : unknown;
    return ({ wordCount, initials, same, oneOff }) => {
      const flags = readingFlags(wordCount, initials);
      return Math.max(0, points + nameBounds.of(flags, maySupport, same, oneOff));
    };
  };
  return { ofEntry, ofReadings };
}
