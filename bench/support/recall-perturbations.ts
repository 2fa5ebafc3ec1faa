import { oneLetterOff, twoLettersOff } from '#packages/watchlist/src/assurance/letters.ts';
import { isFullWord } from '#packages/watchlist/src/assurance/written-name.ts';
import type { SubjectRequest } from '#packages/watchlist/src/search/prepare-query.ts';
import {
  type Below,
  birthDays,
  diceFor,
  type Edition,
  foldWords,
  type Group,
  isLatin,
  type NamedEntry,
  type Perturbation,
  pickOne,
  type RecallCase,
  shuffled,
} from './recall-case.ts';
import { companyKinds } from './recall-companies.ts';

const areFullWords = (words: readonly string[]) => words.every(isFullWord);

const initialOf = (word: string) => word.charAt(0).toUpperCase();
const byName = (name: string | undefined): SubjectRequest | undefined => (name === undefined ? undefined : { name });

function reorder({ words }: NamedEntry, below: Below): SubjectRequest | undefined {
  if (words.length < 2 || words.length > 5 || !areFullWords(words)) return undefined;
  const order = shuffled(words, below);
  return order.join(' ') === words.join(' ') ? undefined : byName(order.join(' '));
}

/** Lists print the surname in capitals; where none is, the last word counts as one. */
function surnameFirst({ words }: NamedEntry): SubjectRequest | undefined {
  if (words.length < 2) return undefined;
  const isCapital = (word: string) => word === word.toUpperCase() && word !== word.toLowerCase();
  const capitals = words.filter(isCapital);
  const hasSurname = capitals.length > 0 && capitals.length < words.length;
  const surname = hasSurname ? capitals : words.slice(-1);
  const given = words.filter((word) => !surname.includes(word));
  return given.length === 0 ? undefined : byName(`${surname.join(' ')}, ${given.join(' ')}`);
}

function withoutMiddle({ words }: NamedEntry): SubjectRequest | undefined {
  const [first = '', last = ''] = [words[0], words.at(-1)];
  return words.length >= 3 && isFullWord(first) && isFullWord(last) ? byName(`${first} ${last}`) : undefined;
}

const middleInitial =
  (dot: string) =>
  ({ words }: NamedEntry): SubjectRequest | undefined => {
    const [first = '', middle = '', last = ''] = words;
    return words.length === 3 && areFullWords(words)
      ? byName(`${first} ${initialOf(middle)}${dot} ${last}`)
      : undefined;
  };

function firstInitial({ words }: NamedEntry): string | undefined {
  const [first = '', ...rest] = words;
  const fits = words.length >= 2 && words.length <= 3 && areFullWords(words);
  return fits ? `${initialOf(first)}. ${rest.join(' ')}` : undefined;
}

function twoInitials({ words }: NamedEntry, below: Below): string | undefined {
  const [first = '', middle = '', last = ''] = words;
  if (words.length !== 3 || !areFullWords(words)) return undefined;
  const [one, two] = [initialOf(first), initialOf(middle)];
  return pickOne([`${one}. ${two}. ${last}`, `${one}.${two}. ${last}`, `${one} ${two} ${last}`], below);
}

type Change = (named: NamedEntry, below: Below) => string | undefined;

const withBirth =
  (change: Change) =>
  (named: NamedEntry, below: Below): SubjectRequest | undefined => {
    const day = pickOne(birthDays(named.entry), below);
    const name = day && change(named, below);
    return name ? { name, datesOfBirth: [day] } : undefined;
  };

const withNationality =
  (change: Change) =>
  (named: NamedEntry, below: Below): SubjectRequest | undefined => {
    const country = pickOne(named.entry.countries, below);
    const name = country && change(named, below);
    return name ? { name, nationalities: [country] } : undefined;
  };

const HYPHEN = /(?<=\p{L})[-‐‑](?=\p{L})/gu;
const APOSTROPHE = /(?<=\p{L})[’'`ʼ‘](?=\p{L})/gu;

const replaceIn =
  (pattern: RegExp, by: string) =>
  ({ base }: NamedEntry): SubjectRequest | undefined =>
    base.search(pattern) < 0 ? undefined : byName(base.replace(pattern, by));

/** The words before the last, which is mostly the surname. */
const joinWords =
  (by: string) =>
  ({ words }: NamedEntry, below: Below): SubjectRequest | undefined => {
    if (words.length < 3 || !areFullWords(words)) return undefined;
    const at = below(words.length - 2);
    const [first = '', second = ''] = words.slice(at);
    const joined = by === '' ? first + second.toLowerCase() : `${first}${by}${second}`;
    return byName([...words.slice(0, at), joined, ...words.slice(at + 2)].join(' '));
  };

function withoutMarks({ base, entry }: NamedEntry): SubjectRequest | undefined {
  const marked = [base, ...entry.names.map(({ text }) => text)].find(
    (text) => isLatin(text) && /\p{M}/u.test(text.normalize('NFD')),
  );
  return byName(marked?.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
}

const TITLES = (
  'Dr. Prof. Mr. Sheikh Shaykh General Gen. Colonel Col. Haji Sayyid Mullah Eng. Captain President Minister ' +
  'Major Sheik Hajji'
).split(' ');

function withTitle({ base, words }: NamedEntry, below: Below): SubjectRequest | undefined {
  if (words.length < 2) return undefined;
  return byName(`${pickOne(TITLES, below)} ${base}`);
}

const COUNTRIES = 'DE FR GB US CY TR AE PT IL CA AU ES IT CH MT GR BR ZA IN PK EG RS AM KZ'.split(' ');

/** Two full words or more, since one word is a poor lead by itself. */
const isFullName = ({ words }: NamedEntry) => words.length >= 2 && words.filter(isFullWord).length >= 2;

function otherNationality(named: NamedEntry, below: Below): SubjectRequest | undefined {
  const { countries } = named.entry;
  const other = pickOne(
    COUNTRIES.filter((country) => !countries.includes(country)),
    below,
  );
  if (countries.length === 0 || other === undefined || !isFullName(named)) return undefined;
  return { name: named.base, nationalities: [other] };
}

function withoutLast({ words }: NamedEntry): SubjectRequest | undefined {
  const [first = '', second = ''] = words;
  return words.length >= 3 && isFullWord(first) && isFullWord(second)
    ? byName(words.slice(0, -1).join(' '))
    : undefined;
}

/** A passport of another country, which often lacks the patronymic or the second surname. */
const otherPassport =
  (shorten: (named: NamedEntry) => SubjectRequest | undefined) =>
  (named: NamedEntry, below: Below): SubjectRequest | undefined => {
    const short = shorten(named);
    const other = otherNationality(named, below);
    return short && other ? { ...other, name: short.name } : undefined;
  };

const dayOf = (year: number, month: number, day: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

const isDay = (date: string) => {
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
};

type Typo = (year: number, month: number, day: number, below: Below) => string;

const TYPOS: Record<string, Typo> = {
  'the year one off': (year, month, day, below) => dayOf(year + (below(2) * 2 - 1), month, day),
  'day and month swapped': (year, month, day) => dayOf(year, day, month),
  'one digit changed': (year, month, day, below) => {
    const date = dayOf(year, month, day);
    const at = pickOne([2, 3, 5, 6, 8, 9], below) ?? 3;
    const digit = (Number(date[at]) + 1 + below(9)) % 10;
    return `${date.slice(0, at)}${digit}${date.slice(at + 1)}`;
  },
};

/** Only where no date that the entry states is the one with the typo. */
const withTypo =
  (typo: Typo) =>
  (named: NamedEntry, below: Below): SubjectRequest | undefined => {
    const days = birthDays(named.entry);
    const [listed] = days;
    if (listed === undefined || named.entry.births.length > 1 || !isFullName(named)) return undefined;
    const [year = 0, month = 0, day = 0] = listed.split('-').map(Number);
    for (let tries = 0; tries < 5; tries += 1) {
      const date = typo(year, month, day, below);
      const fits = isDay(date) && date !== listed && Number(date.slice(0, 4)) < 2010;
      if (fits) return { name: named.base, datesOfBirth: [date] };
    }
    return undefined;
  };

/** Every name of the entry has the word, so that no other of its names may agree in full. */
const isInEveryName = ({ entry }: NamedEntry, word: string) =>
  entry.names.every(({ text }) => foldWords(text).includes(foldWords(word)[0] ?? ''));

const MUTABLE_LETTERS = 7;

function twoOff(named: NamedEntry, below: Below): string | undefined {
  const { words } = named;
  const long = words.filter((word) => word.length >= MUTABLE_LETTERS && /^[a-z]+$/i.test(word));
  const word = pickOne(long, below);
  if (word === undefined || words.length < 2 || !isInEveryName(named, word)) return undefined;
  return words.map((each) => (each === word ? twoLettersOff(word, below) : each)).join(' ');
}

function oneOff({ words }: NamedEntry, below: Below): string | undefined {
  const long = words.filter((word) => word.length >= MUTABLE_LETTERS && /^[a-z]+$/i.test(word));
  const word = pickOne(long, below);
  if (word === undefined || words.length < 2) return undefined;
  return words.map((each) => (each === word ? oneLetterOff(word, below) : each)).join(' ');
}

function twoOffWithAll(named: NamedEntry, below: Below): SubjectRequest | undefined {
  const subject = withBirth(twoOff)(named, below);
  const { countries } = named.entry;
  return subject && { ...subject, ...(countries.length > 0 && { nationalities: countries }) };
}

const WITH_DECISIVE_COUNTRY = ['passport', 'national_id', 'registration_number'];

const otherKindWith =
  (isWanted: (kind: string, country: string | null) => boolean) =>
  ({ entry }: NamedEntry, below: Below): SubjectRequest | undefined => {
    const identifier = pickOne(
      entry.identifiers.filter(({ kind, country }) => isWanted(kind, country)),
      below,
    );
    if (!identifier) return undefined;
    const isPerson = entry.kind === 'person';
    return {
      name: isPerson ? 'Northern Lights Trading' : 'Emma Lindqvist',
      entityType: isPerson ? 'entity' : 'person',
      identifiers: [identifier],
    };
  };

const person = (group: Group, kind: string, make: Perturbation['make']): Perturbation => ({
  group,
  kind,
  of: 'person',
  make,
});

const written = (kind: string, make: Perturbation['make']) => person('order, punctuation, titles', kind, make);
const shortened = (kind: string, make: Perturbation['make']) => person('missing or shortened names', kind, make);

const contradicted = (kind: string, make: Perturbation['make']): Perturbation => ({
  ...person('other nationality, mistyped date of birth', kind, make),
  sameEntryOnly: true,
});
const otherKind = (kind: string, make: Perturbation['make']): Perturbation => ({
  group: 'identifier, other entity type',
  kind,
  of: 'any',
  make,
  sameEntryOnly: true,
});
const notFound = (kind: string, make: Perturbation['make']): Perturbation => ({
  ...person('two letters off', kind, make),
  sameEntryOnly: true,
  expected: 'notFound',
});

/** The entry as a reader knows it who has met the person in the PEP list. */
const pepPerturbations: readonly Perturbation[] = [
  person('PEP list', 'PEP: words reordered', reorder),
  person('PEP list', 'PEP: surname, given names', surnameFirst),
  person('PEP list', 'PEP: middle name missing', withoutMiddle),
  person('PEP list', 'PEP: middle initial with a dot', middleInitial('.')),
  person('PEP list', 'PEP: first initial, date of birth', withBirth(firstInitial)),
  person('PEP list', 'PEP: diacritics removed', withoutMarks),
];

const perturbations: readonly Perturbation[] = [
  written('words reordered', reorder),
  written('surname, given names', surnameFirst),
  shortened('middle name missing', withoutMiddle),
  shortened('middle initial with a dot', middleInitial('.')),
  shortened('middle initial without a dot', middleInitial('')),
  shortened('first initial, nationality', withNationality(firstInitial)),
  shortened('first initial, date of birth', withBirth(firstInitial)),
  shortened('two initials, date of birth', withBirth(twoInitials)),
  written('hyphen as a space', replaceIn(HYPHEN, ' ')),
  written('hyphen dropped', replaceIn(HYPHEN, '')),
  written('space as a hyphen', joinWords('-')),
  written('two words joined', joinWords('')),
  written('apostrophe dropped', replaceIn(APOSTROPHE, '')),
  written('apostrophe as a space', replaceIn(APOSTROPHE, ' ')),
  written('lower case', ({ base }) => byName(base.toLowerCase())),
  written('diacritics removed', withoutMarks),
  written('title added', withTitle),
  ...companyKinds,
  contradicted('exact name, other nationality', otherNationality),
  { ...contradicted('exact company name, other country', otherNationality), of: 'entity' },
  contradicted('middle name missing, other nationality', otherPassport(withoutMiddle)),
  contradicted('last name missing, other nationality', otherPassport(withoutLast)),
  ...Object.entries(TYPOS).map(([label, typo]) =>
    contradicted(`exact name, date of birth with ${label}`, withTypo(typo)),
  ),
  person('one letter off, with date of birth', 'one letter off, date of birth', withBirth(oneOff)),
  otherKind(
    'wallet address, other entity type',
    otherKindWith((kind) => kind === 'wallet'),
  ),
  otherKind(
    'document number and country, other entity type',
    otherKindWith((kind, country) => country !== null && WITH_DECISIVE_COUNTRY.includes(kind)),
  ),
  notFound('two letters off', (named, below) => byName(twoOff(named, below))),
  notFound('two letters off, date of birth and nationality', twoOffWithAll),
];

const MISTYPED_COMPANY: Perturbation = {
  group: 'one letter off, companies',
  kind: 'company name, one letter off',
  of: 'entity',
  make: (named, below) => byName(oneOff(named, below)),
};

interface Size {
  perKind: number;
  seed: number;
}

/** Up to `perKind` cases of each kind, the same for the same seed. */
function casesOf(
  kinds: readonly Perturbation[],
  named: readonly NamedEntry[],
  { perKind, seed, edition }: Size & { edition: Edition },
): RecallCase[] {
  return kinds.flatMap((perturbation) => {
    const { group, kind, of, make, sameEntryOnly = false, expected = 'found' } = perturbation;
    const below = diceFor(kind, seed);
    const cases: RecallCase[] = [];
    for (const target of shuffled(named, below)) {
      if (cases.length === perKind) break;
      if (of !== 'any' && target.entry.kind !== of) continue;
      const made = make(target, below);
      if (!made) continue;
      const subject = { entityType: target.entry.kind, ...made };
      cases.push({ group, kind, subject, target, edition, sameEntryOnly, expected });
    }
    return cases;
  });
}

export const perturbedCases = (named: readonly NamedEntry[], size: Size) =>
  casesOf(perturbations, named, { ...size, edition: 'published' });

/**
 * Typing errors in names of companies, which have no date of birth. They are measured by `reviewScore` and not among
 * what must be found: the default does not find them by name alone.
 */
export const mistypedCompanies = (named: readonly NamedEntry[], size: Size) =>
  casesOf([MISTYPED_COMPANY], named, { ...size, edition: 'published' });

export const perturbedPepCases = (named: readonly NamedEntry[], size: Size) =>
  casesOf(pepPerturbations, named, { ...size, edition: 'pep' });
