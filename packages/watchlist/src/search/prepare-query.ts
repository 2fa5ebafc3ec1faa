import {
  type IdentifierKind,
  identifierTerm,
  inEveryGroup,
  isDamagedName,
  isEquivalent,
  type NameTables,
  type NormalisedIdentifier,
  normaliseIdentifier,
  repairedName,
  type SubjectReading,
  shipNumbersIn,
  subjectKeysOf,
  subjectReadings,
  withoutEastAsianSpaces,
} from '@assay/names';
import { IDENTIFIER_CHARACTERS, SEARCH_TERMS, SEARCHED_NAMES, SUBJECT_IDENTIFIERS } from '../limits.ts';
import { birthSpan } from '../matching/birth-factors.ts';
import type { IncompleteReason } from '../matching/run-status.ts';
import type { EntityType, ScreenedSubject } from '../matching/screened-subject.ts';
import { numberWords, type SubjectWords } from '../matching/word-relations.ts';
import { markWords, type QueryReading, type QueryWord } from './mark-words.ts';
import { NameBounds } from './name-bound.ts';
import { type NearSearch, nearSearch } from './near-words.ts';
import { type SameSearch, sameSearch } from './same-words.ts';
import { firstLetterBit } from './shared-words.ts';
import { type ArabicKey, arabicPairKeys, pairKeys, pairSpellings } from './spelling-key.ts';

/** The person or company to screen, as stated by a caller or an identity document. */
export interface SubjectRequest {
  name: string;
  aliases?: readonly string[] | undefined;
  entityType?: EntityType | undefined;
  country?: string | undefined;
  datesOfBirth?: readonly string[] | undefined;
  nationalities?: readonly string[] | undefined;
  identifiers?: readonly { kind: IdentifierKind; value: string; country?: string | null | undefined }[] | undefined;
}

export interface PreparedQuery {
  subject: ScreenedSubject;
  words: readonly QueryWord[];
  same: SameSearch;
  near: NearSearch;
  readings: readonly QueryReading[];
  poolBounds: NameBounds;
  scoringBounds: NameBounds;
  /** Bit set of the first letters of the subject's words. */
  firstLetters: number;
  arabicPairs: readonly ArabicKey[];
  identifierTerms: readonly string[];
  reasons: readonly IncompleteReason[];
}

interface Capped<T> {
  kept: T[];
  isCapped: boolean;
}

const capped = <T>(all: readonly T[], limit: number): Capped<T> => ({
  kept: all.slice(0, limit),
  isCapped: all.length > limit,
});

/** The names of a subject; if the bytes of one may have been read in the wrong encoding, also as it was meant. */
export function namesOf({ name, aliases = [] }: Pick<SubjectRequest, 'name' | 'aliases'>): string[] {
  const names: string[] = [];
  for (const text of [name, ...aliases]) {
    if (text.trim() === '') continue;
    names.push(text);
    const repaired = repairedName(text);
    if (repaired !== undefined) names.push(repaired);
  }
  return names;
}

function searchedNames(given: readonly string[]): Capped<string> {
  const all = new Set<string>();
  for (const text of given) {
    all.add(shipNumbersIn(text).name);
    const joined = withoutEastAsianSpaces(text);
    if (joined !== undefined) all.add(joined);
  }
  return capped([...all], SEARCHED_NAMES);
}

const NO_IDENTIFIERS: Capped<NormalisedIdentifier> = { kept: [], isCapped: false };

function searchedIdentifiers({ name, aliases = [], identifiers = [] }: SubjectRequest): Capped<NormalisedIdentifier> {
  const { kept, isCapped } = capped(identifiers, SUBJECT_IDENTIFIERS);
  const ships = [name, ...aliases].flatMap((text) => shipNumbersIn(text).numbers);
  if (kept.length + ships.length === 0) return NO_IDENTIFIERS;
  const stated = [...kept, ...ships.map((value) => ({ kind: 'imo', value }) as const)];
  const normalised = stated.flatMap((identifier) => normaliseIdentifier(identifier) ?? []);
  const searched = normalised.filter(({ value }) => value.length <= IDENTIFIER_CHARACTERS);
  return { kept: searched, isCapped: isCapped || searched.length < normalised.length };
}

/**
 * Readings in order, as long as their distinct spellings stay within `SEARCH_TERMS`; equivalence
 * keys are not counted.
 */
function withinTerms(readings: SubjectReading[]): Capped<SubjectReading> {
  let count = 0;
  for (const { words } of readings) for (const spellings of words) count += spellings.length;
  // Cheap check first: hardly any name has that many spellings, even counted with repeats.
  if (count <= SEARCH_TERMS) return { kept: readings, isCapped: false };
  const terms = new Set<string>();
  const kept = readings.filter((reading) => {
    for (const spelling of reading.words.flat()) if (!isEquivalent(spelling)) terms.add(spelling);
    return terms.size <= SEARCH_TERMS;
  });
  return { kept, isCapped: kept.length < readings.length };
}

/** From the first spelling of each word, which is what an initial abbreviates. */
function firstLettersOf({ words }: SubjectWords): number {
  let letters = 0;
  for (const [first = ''] of words) letters |= firstLetterBit(first);
  return letters;
}

export function prepareQuery(tables: NameTables, request: SubjectRequest): PreparedQuery {
  const given = namesOf(request);
  const names = searchedNames(given);
  const options = { country: request.country?.toUpperCase(), kind: request.entityType };
  const keysOf = subjectKeysOf();
  const readings = withinTerms(names.kept.flatMap((text) => subjectReadings(tables, text, options, keysOf)));
  const subjectWords = numberWords(readings.kept);
  const pairs = pairSpellings(subjectWords);
  const identifiers = searchedIdentifiers(request);
  const marked = markWords(subjectWords);
  const identifierTerms = [...new Set(identifiers.kept.flatMap(inEveryGroup).map(identifierTerm))];
  const reasons: IncompleteReason[] = [];
  if (names.isCapped || readings.isCapped || identifiers.isCapped) reasons.push('name_terms_capped');
  if (readings.kept.length === 0) reasons.push('name_without_tokens');
  if (given.some(isDamagedName)) reasons.push('subject_unreadable');
  return {
    subject: {
      entityType: request.entityType,
      names: subjectWords,
      births: (request.datesOfBirth ?? []).map(birthSpan),
      nationalities: (request.nationalities ?? []).map((country) => country.toUpperCase()),
      identifiers: identifiers.kept,
    },
    ...marked,
    same: sameSearch({ words: marked.words, pairs: pairKeys(pairs), identifierTerms }),
    near: nearSearch(marked.words),
    poolBounds: new NameBounds(marked.readings, 'pool'),
    scoringBounds: new NameBounds(marked.readings, 'scoring'),
    firstLetters: firstLettersOf(subjectWords),
    arabicPairs: arabicPairKeys(pairs),
    identifierTerms,
    reasons,
  };
}
