import {
  type ComparableName,
  type ComparableReading,
  type IdentifierGroup,
  identifierTerm,
  type NormalisedIdentifier,
} from '@assay/names';
import type { BirthSpan } from '../listed-entry.ts';
import type { ComparableEntry, EntityType } from '../matching/screened-subject.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { passesFilter, type ReadingFilter, type WordOf } from './reading-filter.ts';

/**
 * The binary record of an entry that scoring reads: names as word numbers, dates, countries and
 * identifiers in a few dozen bytes. A million people fit into memory, and no listed name is
 * normalised during a search.
 */
const MONTHS = 16;
const DAYS = 32;
const LETTERS = 32;
const FIRST_LETTER = 64;

const dayNumber = (day: string) => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return (year * MONTHS + month) * DAYS + date;
};

function dayText(number: number): string {
  const date = String(number % DAYS).padStart(2, '0');
  const month = String(Math.floor(number / DAYS) % MONTHS).padStart(2, '0');
  const year = String(Math.floor(number / (DAYS * MONTHS))).padStart(4, '0');
  return `${year}-${month}-${date}`;
}

/** A country code as a number; 0 means no country. */
const countryNumber = (country: string | null) =>
  country === null ? 0 : (country.charCodeAt(0) - FIRST_LETTER) * LETTERS + country.charCodeAt(1) - FIRST_LETTER;

const countryText = (number: number) =>
  number === 0
    ? null
    : String.fromCharCode(Math.floor(number / LETTERS) + FIRST_LETTER, (number % LETTERS) + FIRST_LETTER);

/** Added to the number of a country that follows from an office. */
const OF_OFFICE = LETTERS * LETTERS;

const writeCountries = (
  out: ByteWriter,
  { countries, offices = [] }: Pick<ComparableEntry, 'countries' | 'offices'>,
) => {
  out.number(countries.length + offices.length);
  for (const country of countries) out.number(countryNumber(country));
  for (const country of offices) out.number(countryNumber(country) + OF_OFFICE);
};

function readCountries(from: ByteReader): { countries: string[]; offices: string[] } {
  const numbers = many(from, () => from.number());
  const textsOf = (all: readonly number[]) => all.map((number) => countryText(number % OF_OFFICE) ?? '');
  return {
    countries: textsOf(numbers.filter((number) => number < OF_OFFICE)),
    offices: textsOf(numbers.filter((number) => number >= OF_OFFICE)),
  };
}

export type WordIdOf = (word: string) => number;
/**
 * Layout: number of words, then the spellings of each word as `2 × word number`, plus 1 if another
 * spelling of the same word follows.
 */
function writeReading(out: ByteWriter, reading: ComparableReading, idOf: WordIdOf): void {
  out.number(reading.length);
  for (const spellings of reading)
    spellings.forEach((spelling, at) => {
      out.number(idOf(spelling) * 2 + (at === spellings.length - 1 ? 0 : 1));
    });
}

/** How to decode a record: completely, or only the readings that pass the filter. */
export interface RecordReading {
  wordOf: WordOf;
  isInitial: (id: number) => boolean;
  filter: ReadingFilter | undefined;
}

function readReading(from: ByteReader, how: RecordReading) {
  const { wordOf, filter } = how;
  const wordCount = from.number();
  const start = from.at;
  if (filter && !passesFilter(from, wordCount, filter, how)) return undefined;
  from.at = start;
  const keepsAll = !filter || filter.keepsSpellings;
  const reading = new Array<string[]>(wordCount);
  for (let word = 0; word < wordCount; word += 1) {
    // The first spelling is always decoded: factors display it, and it shows whether the word is an
    // initial. Of the others only those that relate to the subject are.
    let number = from.number();
    const spellings = [wordOf(number >>> 1)];
    while ((number & 1) === 1) {
      number = from.number();
      if (keepsAll || filter.related.get(number >>> 1)) spellings.push(wordOf(number >>> 1));
    }
    reading[word] = spellings;
  }
  return reading;
}

function writeName(out: ByteWriter, { isWeak, readings }: ComparableName, idOf: WordIdOf): void {
  out.number(readings.length * 2 + (isWeak ? 1 : 0));
  for (const reading of readings) writeReading(out, reading, idOf);
}

/**
 * Placeholder for a name with no reading that passes the filter, so that positions of names stay
 * the same.
 */
const FILTERED_OUT = { isWeak: false, readings: [] as ComparableReading[] };

function readNameRecord(from: ByteReader, how: RecordReading): ComparableName {
  const number = from.number();
  let name = FILTERED_OUT;
  for (let left = number >>> 1; left > 0; left -= 1) {
    const reading = readReading(from, how);
    if (!reading) continue;
    if (name === FILTERED_OUT) name = { isWeak: (number & 1) === 1, readings: [] };
    name.readings.push(reading);
  }
  return name;
}

function writeBirth(out: ByteWriter, { from, to, isCirca }: BirthSpan): void {
  out.number(dayNumber(from));
  out.number((dayNumber(to) - dayNumber(from)) * 2 + (isCirca ? 1 : 0));
}

function readBirth(from: ByteReader): BirthSpan {
  const first = from.number();
  const number = from.number();
  const to = dayText(first + Math.floor(number / 2));
  return { from: dayText(first), to, isCirca: number % 2 === 1 };
}

function writeIdentifier(out: ByteWriter, identifier: NormalisedIdentifier, idOf: WordIdOf): void {
  out.number(idOf(identifierTerm(identifier)));
  out.number(countryNumber(identifier.country));
}

function readIdentifier(from: ByteReader, wordOf: WordOf): NormalisedIdentifier {
  const [group = '', ...value] = wordOf(from.number()).split('=');
  const country = countryText(from.number());
  // `identifierTerm` writes `group=value`.
  return { group: group as IdentifierGroup, value: value.join('='), country };
}

export function writeScoring(out: ByteWriter, entry: Omit<ComparableEntry, 'kind'>, idOf: WordIdOf): void {
  out.number(entry.names.length);
  for (const name of entry.names) writeName(out, name, idOf);
  out.number(entry.births.length);
  for (const birth of entry.births) writeBirth(out, birth);
  writeCountries(out, entry);
  out.number(entry.identifiers.length);
  for (const identifier of entry.identifiers) writeIdentifier(out, identifier, idOf);
}

function many<T>(from: ByteReader, readOne: () => T): T[] {
  const all = new Array<T>(from.number());
  for (let at = 0; at < all.length; at += 1) all[at] = readOne();
  return all;
}

/**
 * Names are decoded immediately, the rest on first access: most subjects state little to compare it
 * with.
 */
class RecordedEntry implements ComparableEntry {
  readonly kind: EntityType;
  readonly names: readonly ComparableName[];
  private readonly from: ByteReader;
  private readonly wordOf: WordOf;
  private known: Pick<ComparableEntry, 'births' | 'countries' | 'offices' | 'identifiers'> | undefined;

  constructor(kind: EntityType, from: ByteReader, how: RecordReading) {
    this.kind = kind;
    this.names = many(from, () => readNameRecord(from, how));
    this.from = from;
    this.wordOf = how.wordOf;
  }

  get births() {
    return this.particulars().births;
  }

  get countries() {
    return this.particulars().countries;
  }

  get offices() {
    return this.particulars().offices ?? [];
  }

  get identifiers() {
    return this.particulars().identifiers;
  }

  private particulars() {
    const { from, wordOf } = this;
    this.known ??= {
      births: many(from, () => readBirth(from)),
      ...readCountries(from),
      identifiers: many(from, () => readIdentifier(from, wordOf)),
    };
    return this.known;
  }
}

export const readScoring = (from: ByteReader, kind: EntityType, how: RecordReading): ComparableEntry =>
  new RecordedEntry(kind, from, how);
