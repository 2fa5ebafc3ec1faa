import { withoutJoinedForms } from './company-forms.ts';
import { mayBeOneOff } from './edit-distance.ts';
import { businessKeys } from './equivalents/business-words.ts';
import { equivalentKeys, type KeysOf, subjectKeysOf } from './equivalents/equivalent-keys.ts';
import { EQUIVALENT_SIGN } from './equivalents/sign.ts';
import { withParticles } from './joined-words.ts';
import type { NameTables } from './name-tables.ts';
import { type IdentifierKind, type NormalisedIdentifier, normaliseIdentifier } from './normalise-identifier.ts';
import {
  inRoles,
  isSignificant,
  type NameReading,
  type NameWord,
  type ReadingOptions,
  readAsPerson,
  readName,
  spelledWords,
} from './normalise-name.ts';
import { hasEastAsian, withoutEastAsianSpaces } from './scripts.ts';
import { isShipNumber, withOtherNumeral, withoutShipType, withShipPrefix } from './ship-names.ts';
import { withoutTitles } from './titles.ts';
import { countsInFull, isNamePrefix } from './word-roles.ts';
import {
  cutName,
  splitAtCapitals,
  withInitialsApart,
  withoutLineBreaks,
  withoutPossessive,
} from './written-otherwise.ts';

/** One reading of a name: the words to compare, each in its spellings. */
export type ComparableReading = readonly (readonly string[])[];

export interface ComparableName {
  isWeak: boolean;
  readings: readonly ComparableReading[];
}

interface TermSource {
  kind: 'person' | 'entity';
  names: readonly { text: string; isWeak: boolean }[];
  identifiers: readonly { kind: IdentifierKind; value: string; country: string | null }[];
  /** Nationalities, or countries of offices: a Japanese name is not read as Chinese. */
  countries?: readonly string[];
}

/**
 * The significant words, each also joined with the particles before it, and with its equivalence
 * keys.
 */
function comparable({ words }: NameReading, keysOf: KeysOf): ComparableReading {
  const counting: (readonly string[])[] = [];
  let prefixes: (readonly string[])[] = [];
  for (const word of words) {
    const { spellings } = word;
    if (!isSignificant(word)) prefixes = isNamePrefix(word) ? [...prefixes, spellings] : [];
    else if (prefixes.length === 0) counting.push(spellings);
    else {
      counting.push([...spellings, ...withParticles(prefixes, spellings)]);
      prefixes = [];
    }
  }
  const spelled = counting.map(([first = '']) => first);
  const keys = keysOf(spelled, { isArabic: words.some(isArabicParticle) });
  return counting.map((spellings, at) => withKeys(spellings, keys[at] ?? NO_KEYS));
}

const ARABIC_PARTICLES: readonly string[] = ['al', 'bin', 'ibn', 'bint', 'ul', 'ur'];

/** The article and the words for son and daughter say that the rules of Arabic apply to a name. */
const isArabicParticle = ({ spellings: [first = ''] }: NameWord) => ARABIC_PARTICLES.includes(first);

const NO_KEYS: readonly string[] = [];

const withKeys = (spellings: readonly string[], keys: readonly string[]) =>
  keys.length === 0 ? spellings : [...spellings, ...keys.map((key) => EQUIVALENT_SIGN + key)];

export const readingsOf = (
  tables: NameTables,
  text: string,
  options: ReadingOptions,
  keysOf: KeysOf = equivalentKeys,
): ComparableReading[] => {
  const keys = keysFor(text, options, keysOf);
  return readName(tables, text, options).map((reading) => comparable(reading, keys));
};

/**
 * East Asian characters are romanised by the schemes of their country and get no equivalence keys.
 * The generic words of a company have the keys of their abbreviations beside those of names.
 */
function keysFor(text: string, { kind }: ReadingOptions, keysOf: KeysOf): KeysOf {
  if (hasEastAsian(text)) return (words) => words.map(() => NO_KEYS);
  if (kind === 'person') return keysOf;
  return (words, hint) => {
    const keys = keysOf(words, hint);
    return words.map((word, at) => {
      const [own, generic] = [keys[at] ?? NO_KEYS, businessKeys(word)];
      return generic.length === 0 ? own : [...own, ...generic];
    });
  };
}

/** A reading of a subject's name, limited to a kind of entity if the kind makes a difference. */
export interface SubjectReading {
  words: ComparableReading;
  /**
   * The name has a legal form: Peleng JSC is a full name, though only one of its words is compared.
   */
  hasForm: boolean;
  kind: ReadingOptions['kind'];
  /** The beginning of a word at the end of a name that was cut, beside `words`. */
  cut?: string;
}

/**
 * Readings of a subject's name. Co, Sá and Das are surnames too: if the kind of the subject is
 * unknown, a name with such a word is read as a company's without it and as a person's with it.
 */
export const subjectReadings = (
  tables: NameTables,
  text: string,
  options: ReadingOptions,
  keysOf = subjectKeysOf(),
): SubjectReading[] => {
  const asked = { ...options, tables, keysOf };
  const readings = readingsByKind(text, asked);
  for (const change of WRITTEN_OTHERWISE) {
    const other = change(text);
    if (other !== undefined) readings.push(...readingsByKind(other, asked));
  }
  for (const { kind, changes } of WRITTEN_OTHERWISE_AS)
    if (options.kind === undefined || options.kind === kind)
      for (const change of changes) {
        const other = change(text);
        if (other !== undefined) readings.push(...readingsAs(kind, other, asked));
      }
  readings.push(...readingsOfCut(text, asked));
  return readings;
};

/** The name as it was meant; undefined if the text shows no sign of the change. */
type Change = (text: string) => string | undefined;

const WRITTEN_OTHERWISE: readonly Change[] = [splitAtCapitals, withoutLineBreaks];
/** Variants that only persons, or only companies and ships, have. */
const WRITTEN_OTHERWISE_AS: readonly { kind: 'person' | 'entity'; changes: readonly Change[] }[] = [
  { kind: 'person', changes: [withoutTitles, withInitialsApart] },
  { kind: 'entity', changes: [withOtherNumeral, withoutPossessive, withoutJoinedForms, withoutShipType] },
];

/** The words before the last of a name that fills its field, which may be cut. */
function readingsOfCut(text: string, options: SubjectOptions): SubjectReading[] {
  const cut = cutName(text);
  if (!cut) return [];
  const readings = readingsByKind(cut.text, options);
  if (cut.beginning === '') return readings;
  const [[beginning = ''] = []] = readName(options.tables, cut.beginning, options).map(({ words }) =>
    words.flatMap(({ spellings }) => spellings),
  );
  return beginning === '' ? [] : readings.map((reading) => ({ ...reading, cut: beginning }));
}

interface SubjectOptions extends ReadingOptions {
  tables: NameTables;
  keysOf: KeysOf;
}

/** Readings of a variant that only this kind has. */
function readingsAs(kind: 'person' | 'entity', text: string, options: SubjectOptions): SubjectReading[] {
  const stated = options.kind === undefined ? kind : undefined;
  return readingsOf(options.tables, text, { ...options, kind }, options.keysOf).map((words) => ({
    words,
    kind: stated,
    hasForm: false,
  }));
}

function readingsByKind(text: string, options: SubjectOptions): SubjectReading[] {
  const words = spelledWords(options.tables, text, options);
  const readings = inRoles(words, options);
  const isEither = options.kind === undefined && readings.some((one) => isOtherOfPerson(one, text));
  const keys = keysFor(text, options, options.keysOf);
  const asKind = (read: readonly NameReading[], kind: ReadingOptions['kind']) =>
    read.map((reading) => ({
      words: comparable(reading, keys),
      kind,
      hasForm: hasForm(reading),
    }));
  if (!isEither) return asKind(readings, undefined);
  const asPerson = readAsPerson(options.tables, text, words, options);
  return [...asKind(readings, 'entity'), ...asKind(asPerson, 'person')];
}

const hasForm = ({ words }: NameReading) => words.some(({ role }) => role === 'company_form');

/**
 * Whether a person's name would have other words. Legal forms in Chinese characters are never part
 * of a person's name.
 */
function isOtherOfPerson({ words }: NameReading, text: string): boolean {
  const isLeftOut = (role: NameWord['role']) => words.some((word) => word.role === role);
  if (isLeftOut('company_form')) return !hasEastAsian(text);
  const roles = words.map(({ role }) => role);
  return isLeftOut('particle') && countsInFull(words, roles);
}

/**
 * Readings of a listed name; also without the spaces between Chinese characters, and without a
 * person's titles.
 */
function listedReadings(tables: NameTables, text: string, options: ReadingOptions): ComparableReading[] {
  const untitled = options.kind === 'person' ? withoutTitles(text) : undefined;
  const texts = [text, withoutEastAsianSpaces(text), untitled].filter((one) => one !== undefined);
  return texts.flatMap((each) => readingsOf(tables, each, options));
}

/** The country whose readings of Chinese characters are certain: Japanese people are listed so. */
function readingCountry({ kind, countries = [] }: TermSource): string | undefined {
  const isJapanese = kind === 'person' && countries.length > 0 && countries.every((country) => country === JAPAN);
  return isJapanese ? JAPAN : undefined;
}

const JAPAN = 'JP';

/** The names of an entry in order, each with its readings. */
export function comparableNames(tables: NameTables, entry: TermSource): ComparableName[] {
  const isShip = entry.kind === 'entity' && comparableIdentifiers(entry).some(isShipNumber);
  const options = { kind: entry.kind, country: readingCountry(entry) };
  return entry.names.map(({ text, isWeak }) => {
    const readings = listedReadings(tables, text, options);
    return { isWeak, readings: isShip ? readings.flatMap(withShipPrefix) : readings };
  });
}

export const comparableIdentifiers = ({ identifiers }: TermSource): NormalisedIdentifier[] =>
  identifiers.flatMap((identifier) => normaliseIdentifier(identifier) ?? []);

/** No word of a name contains `=`, so identifier terms never collide with words. */
export const identifierTerm = ({ group, value }: NormalisedIdentifier) => `${group}=${value}`;

export interface SearchTerms {
  exact: ReadonlySet<string>;
  /** The exact terms that can also be found one letter off. */
  oneOff: ReadonlySet<string>;
}

export function searchTerms(tables: NameTables, entry: TermSource): SearchTerms {
  const words = comparableNames(tables, entry).flatMap(({ readings }) => readings.flat(2));
  const identifiers = comparableIdentifiers(entry).map(identifierTerm);
  return {
    exact: new Set([...words, ...identifiers]),
    oneOff: new Set(words.filter(mayBeOneOff)),
  };
}
