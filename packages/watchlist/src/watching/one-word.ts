import { type ComparableReading, isRareWord, isServantName } from '@assay/names';
import type { BirthSpan, ListedEntry } from '../listed-entry.ts';
import { yearOf } from '../matching/birth-factors.ts';
import { FACTORS } from '../matching/factor.ts';
import { NAME_POINTS, someTokensPoints } from '../matching/name-factors.ts';
import type { EntityType, ScreenedSubject } from '../matching/screened-subject.ts';
import { BY_IDENTIFIER, BY_PAIR } from '../search/mark-words.ts';
import type { PreparedQuery } from '../search/prepare-query.ts';

/**
 * Upper bounds of the score of a stored subject and an entry of which little is known but the words they share: enough to leave
 * most customers who share one word with an entry undisturbed. Mirrors `score-entry.ts` and `name-factors.ts` as
 * `search/score-bound.ts` does, and must never be lower than the score: `terms.properties.test.ts` verifies this.
 */

/** What a single shared word can be to a subject: its whole name, a name beside initials, or one word of several. */
export const OWN_WORDS = ['any', 'initials', 'part'] as const;
export type OwnWord = (typeof OWN_WORDS)[number];

/** What an entry states beside names. */
export interface EntryBeside {
  kind: EntityType;
  /** A listed name of one word; `rare` words of companies say who is meant. */
  lone: 'none' | 'common' | 'rare';
  hasInitials: boolean;
  /** Undefined if there are too many to compare. */
  years: readonly string[] | undefined;
  countries: readonly string[];
}

/** What is known of a stored subject. */
export interface KnownSubject {
  oneWord: OwnWord;
  reviewScore: number;
  /** Whether the subject may state this. An answer that is wrongly true costs work, one that is wrongly false loses a match. */
  states: (beside: string) => boolean;
}

const kindStated = (kind: EntityType) => `k${kind}`;
const yearStated = (year: number) => `y${year}`;
const KINDS: readonly EntityType[] = ['person', 'entity'];

/** As `isSameState` compares them. */
const countryStated = (country: string) => `c${country === 'HK' || country === 'MO' ? 'CN' : country}`;

/** Years of listed ranges beyond which every date may agree. */
const MOST_YEARS = 30;

/** What a subject states beside names, in words that an entry can be compared with. */
export function besideOf({
  entityType,
  births,
  nationalities,
}: Pick<ScreenedSubject, 'entityType' | 'births' | 'nationalities'>) {
  const kinds = entityType === undefined ? KINDS : [entityType];
  const years = births.flatMap(({ from, to }) => [yearOf(from), yearOf(to)]);
  return [...new Set([...kinds.map(kindStated), ...years.map(yearStated), ...nationalities.map(countryStated)])];
}

export function ownWordOf({ words, readings }: Pick<PreparedQuery, 'words' | 'readings'>): OwnWord {
  // Words that share a bit are not told apart.
  const bits = words.reduce((all, { bit }) => all | bit, 0);
  const isCrowded = countBits(bits) < words.length;
  const isWhole = readings.some(
    ({ words: own }) =>
      own.length < 2 ||
      // A word that is repeated agrees twice.
      new Set(own.map(({ bit }) => bit)).size < own.length ||
      own.some(({ isLetter, isInitial }) => isLetter && !isInitial),
  );
  if (isCrowded || isWhole) return 'any';
  return readings.some(({ words: own }) => own.some(({ isInitial }) => isInitial)) ? 'initials' : 'part';
}

export function entryBeside(
  { kind, births, countries }: Pick<ListedEntry, 'kind' | 'births' | 'countries'>,
  readings: readonly ComparableReading[],
): EntryBeside {
  const lone = readings.filter((reading) => reading.length < 2 || isServantName(reading));
  const isRare = kind !== 'person' && lone.some((reading) => reading.some(([first = '']) => isRareWord(first)));
  return {
    kind,
    lone: lone.length === 0 ? 'none' : isRare ? 'rare' : 'common',
    hasInitials: readings.some((reading) => reading.some(([first = '']) => first.length === 1)),
    years: yearsOf(births)?.map(yearStated),
    countries: countries.map(countryStated),
  };
}

function yearsOf(births: readonly BirthSpan[]): number[] | undefined {
  const years = new Set<number>();
  for (const { from, to } of births)
    for (let year = yearOf(from); year <= yearOf(to); year += 1) {
      if (years.size === MOST_YEARS) return undefined;
      years.add(year);
    }
  return [...years];
}

/** Whether a subject can reach review by the words that it shares with an entry, as bits. */
export function maySuffice(bits: number, subject: KnownSubject, entry: EntryBeside): boolean {
  if (bits === 0) return false;
  if ((bits & BY_IDENTIFIER) !== 0) return true;
  // What the subject states is asked last, and seldom: it takes a keyed digest for each answer.
  const isEnough = (bits & BY_PAIR) !== 0 || countBits(bits) > 1 || subject.oneWord === 'any';
  if (!isEnough && oneWordBound({ ...subject, states: () => true }, entry) < subject.reviewScore) return false;
  if (!subject.states(kindStated(entry.kind))) return false;
  return isEnough || oneWordBound(subject, entry) >= subject.reviewScore;
}

/** Words of two names that share one and have others: a pair of each at least. */
const OF_TWO_WORDS = 2;

/** The highest score by one word that both share, where the subject has others. */
function oneWordBound(
  { oneWord, states }: KnownSubject,
  { kind, lone, hasInitials, years, countries }: EntryBeside,
): number {
  const hasDate = years === undefined || years.some((year) => states(year));
  const hasCountry = countries.some((country) => states(country));
  const isSupported = hasDate || (kind !== 'person' && hasCountry) || lone === 'rare';
  const names = [someTokensPoints(1, OF_TWO_WORDS, OF_TWO_WORDS)];
  if (lone !== 'none') names.push(NAME_POINTS.contained + (isSupported ? 0 : NAME_POINTS.loneWord));
  if (hasInitials || oneWord === 'initials') names.push(NAME_POINTS.byInitials);
  // The same initial of both names is a word that agrees, though nothing is looked up by it.
  if (hasInitials && oneWord === 'initials') names.push(NAME_POINTS.same);
  const beside = (hasDate ? FACTORS.dob_same_day.points : 0) + (hasCountry ? FACTORS.nationality_same.points : 0);
  return Math.max(...names) + beside;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits >>> 0; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
