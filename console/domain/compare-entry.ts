/** What is known of the customer, from a document, the customer's own system or what an analyst typed. */
export interface Customer {
  names: readonly string[];
  /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
  born: string | null;
  /** ISO 3166-1 alpha-2. */
  countries: readonly string[];
  documents: readonly { value: string; country: string | null }[];
  address: string | null;
}

export interface ListedEntry {
  names: readonly { text: string; isWeak: boolean }[];
  births: readonly { from: string; to: string; isCirca: boolean }[];
  countries: readonly string[];
  identifiers: readonly { kind: string; value: string; country: string | null }[];
}

export type Agreement = 'same' | 'near' | 'different' | 'unknown';

export interface Comparison {
  name: { agreement: Agreement; words: string; agreeing: ReadonlySet<string> };
  born: { agreement: Agreement; words: string };
  country: { agreement: Agreement; words: string };
  document: { agreement: Agreement; words: string };
}

/** Points of a match by factor code. They were computed with the customer's data, which is not stored. */
export type Factors = readonly { code: string }[];

/** Lower case without accents, so that `PAPÍR` and `Papir` are the same word. */
export const foldWord = (word: string) => word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

const wordsIn = (text: string) => text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');

export function compareEntry(customer: Customer, entry: ListedEntry | null, factors: Factors): Comparison {
  const codes = new Set(factors.map(({ code }) => code));
  return {
    name: compareNames(customer, entry, codes),
    born: compareBirths(customer, entry, codes),
    country: compareCountries(customer, entry, codes),
    document: compareDocuments(customer, entry, codes),
  };
}

function compareNames({ names }: Customer, entry: ListedEntry | null, codes: ReadonlySet<string>): Comparison['name'] {
  const mine = new Set(names.flatMap(wordsIn).map(foldWord));
  const listed = new Set((entry?.names ?? []).flatMap(({ text }) => wordsIn(text)).map(foldWord));
  const agreeing = new Set([...mine].filter((word) => listed.has(word)));
  if (codes.has('name_same')) return { agreement: 'same', words: 'all words', agreeing };
  if (codes.has('all_subject_tokens')) return { agreement: 'near', words: 'every word of the customer', agreeing };
  if (codes.has('all_listed_tokens')) return { agreement: 'near', words: 'every word of the entry', agreeing };
  if (codes.has('some_tokens')) return { agreement: 'near', words: 'some words', agreeing };
  if (mine.size === 0) return { agreement: 'unknown', words: 'not known here', agreeing };
  return agreeing.size === 0
    ? { agreement: 'different', words: 'no word', agreeing }
    : { agreement: 'near', words: 'some words', agreeing };
}

/** A date that a list states as approximate may be this many years off, as in the search. */
const CIRCA_YEARS = 2;

const DATE = /^\d{4}(-\d{2}(-\d{2})?)?$/;
const DAY_CHARACTERS = 10;
const yearOf = (date: string) => Number(date.slice(0, 4));

type Birth = ListedEntry['births'][number];

const isSameDay = (born: string, { from, to, isCirca }: Birth) =>
  born.length === DAY_CHARACTERS && from === to && from === born && !isCirca;

const isInYears = (born: string, { from, to }: Birth, tolerance = 0) =>
  yearOf(from) - tolerance <= yearOf(born) && yearOf(born) <= yearOf(to) + tolerance;

function compareBirths({ born }: Customer, entry: ListedEntry | null, codes: ReadonlySet<string>): Comparison['born'] {
  if (codes.has('dob_same_day')) return { agreement: 'same', words: 'same day' };
  // Not both sides state the day and the month.
  if (codes.has('dob_same_year')) return { agreement: 'near', words: 'same year' };
  if (codes.has('dob_in_range')) return { agreement: 'near', words: 'within the listed years' };
  if (codes.has('dob_near')) return { agreement: 'near', words: 'differs like a typing error' };
  if (codes.has('dob_other_year')) return { agreement: 'different', words: 'another year' };
  const births = entry?.births ?? [];
  if (!born || !DATE.test(born) || births.length === 0) return { agreement: 'unknown', words: 'not compared' };
  if (births.some((birth) => isSameDay(born, birth))) return { agreement: 'same', words: 'same day' };
  const within = births.filter((birth) => isInYears(born, birth));
  if (within.some(({ from, to }) => yearOf(from) === yearOf(to))) return { agreement: 'near', words: 'same year' };
  if (within.length > 0) return { agreement: 'near', words: 'within the listed years' };
  return births.some((birth) => birth.isCirca && isInYears(born, birth, CIRCA_YEARS))
    ? { agreement: 'near', words: 'about the listed year' }
    : { agreement: 'different', words: 'another year' };
}

/** Whether the last day of a listing has passed. Days of lists are compared in UTC. */
export const hasEnded = (endsOn: string, now: number) => endsOn < new Date(now).toISOString().slice(0, DAY_CHARACTERS);

function compareCountries(
  { countries }: Customer,
  entry: ListedEntry | null,
  codes: ReadonlySet<string>,
): Comparison['country'] {
  if (codes.has('nationality_same')) return { agreement: 'same', words: 'one in common' };
  if (codes.has('nationality_other')) return { agreement: 'different', words: 'none in common' };
  const listed = entry?.countries ?? [];
  if (countries.length === 0 || listed.length === 0) return { agreement: 'unknown', words: 'not compared' };
  return countries.some((country) => listed.includes(country))
    ? { agreement: 'same', words: 'one in common' }
    : { agreement: 'different', words: 'none in common' };
}

const DOCUMENT_CODES = [
  'wallet_same',
  'document_same_country',
  'document_likely_country',
  'ship_same_number',
  'global_same_number',
  'contact_same',
  'document_same_number',
];

const foldNumber = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();

function compareDocuments(
  { documents }: Customer,
  entry: ListedEntry | null,
  codes: ReadonlySet<string>,
): Comparison['document'] {
  if (DOCUMENT_CODES.some((code) => codes.has(code))) return { agreement: 'same', words: 'a number agrees' };
  const listed = entry?.identifiers ?? [];
  if (documents.length === 0 || listed.length === 0) return { agreement: 'unknown', words: 'not compared' };
  const numbers = new Set(listed.map(({ value }) => foldNumber(value)));
  return documents.some(({ value }) => numbers.has(foldNumber(value)))
    ? { agreement: 'same', words: 'a number agrees' }
    : { agreement: 'different', words: 'no number agrees' };
}

export interface Reason {
  text: string;
  decision: 'false_positive' | 'confirmed';
}

/** Reasons that the comparison supports. A reason that the facts contradict is never offered. */
export function supportedReasons(
  comparison: Comparison,
  {
    clearedBefore,
    entryKind,
    hasOtherKind,
  }: {
    clearedBefore: boolean;
    entryKind: string | null;
    hasOtherKind: boolean;
  },
): readonly Reason[] {
  const { name, born, country, document } = comparison;
  const not = (text: string): Reason => ({ text, decision: 'false_positive' });
  const is = (text: string): Reason => ({ text, decision: 'confirmed' });
  const reasons: Reason[] = [];
  if (born.agreement === 'different') reasons.push(not('Born in another year'));
  if (country.agreement === 'different')
    reasons.push(not(entryKind === 'entity' ? 'Registered in another country' : 'Another nationality'));
  if (document.agreement === 'different') reasons.push(not('No document number agrees'));
  if (name.agreement === 'near' || name.agreement === 'different') reasons.push(not('Only part of the name agrees'));
  if (hasOtherKind) reasons.push(not(entryKind === 'entity' ? 'A person, not a company' : 'A company, not a person'));
  if (clearedBefore) reasons.push(not('Cleared before: same customer, same entry, unchanged'));
  if (document.agreement === 'same') reasons.push(is('A document number agrees'));
  if (name.agreement === 'same' && born.agreement === 'same')
    reasons.push(
      is(country.agreement === 'same' ? 'Same name, date of birth and country' : 'Same name and date of birth'),
    );
  if (name.agreement === 'near' && born.agreement === 'same')
    reasons.push(is('Part of the name and the date of birth agree'));
  return reasons;
}
