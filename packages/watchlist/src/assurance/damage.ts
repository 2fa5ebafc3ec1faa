import { type Below, pickOne } from './dice.ts';
import { oneLetterOff, swapped } from './letters.ts';
import type { Change, WrittenName } from './written-name.ts';

/** Ways in which documents, payment messages and typists damage a name. */

const FUZZY_LETTERS = 5;
const LETTERS = /^[a-z]+$/i;

function changeWord(words: readonly string[], at: number, word: string): string {
  return words.map((each, place) => (place === at ? word : each)).join(' ');
}

/** One of the words that the change applies to. */
export function changeOne(
  { words }: WrittenName,
  below: Below,
  { isFit, change }: { isFit: (word: string) => boolean; change: (word: string) => string },
): string | undefined {
  const places = words.flatMap((word, at) => (isFit(word) ? [at] : []));
  const at = pickOne(places, below);
  return at === undefined ? undefined : changeWord(words, at, change(words[at] ?? ''));
}

export const typed: Change = (named, below) =>
  changeOne(named, below, {
    isFit: (word) => word.length >= FUZZY_LETTERS && LETTERS.test(word),
    change: (word) => oneLetterOff(word, below),
  });

const SCANNED: readonly (readonly [string, string])[] = [
  ['m', 'rn'],
  ['rn', 'm'],
  ['w', 'vv'],
  ['d', 'cl'],
  ['cl', 'd'],
];

export const scanned: Change = (named, below) => {
  const fit = SCANNED.filter(([printed]) =>
    named.words.some(
      (word) => word.length > FUZZY_LETTERS && LETTERS.test(word) && word.toLowerCase().includes(printed),
    ),
  );
  const [printed, read] = pickOne(fit, below) ?? [];
  if (printed === undefined || read === undefined) return undefined;
  return changeOne(named, below, {
    isFit: (word) => word.length > FUZZY_LETTERS && LETTERS.test(word) && word.toLowerCase().includes(printed),
    change: (word) => word.toLowerCase().replace(printed, read),
  });
};

const isOfLetters = ({ words }: WrittenName) => words.every((word) => LETTERS.test(word));

export const joined =
  (order: (words: readonly string[]) => readonly string[], from: number, to: number): Change =>
  (named, below) => {
    const { words } = named;
    if (words.length < from || words.length > to || !isOfLetters(named)) return undefined;
    const ordered = order(words.map((word) => word.toLowerCase()));
    const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
    const text = ordered.map(capital).join('');
    return pickOne([text, text.toUpperCase(), text.toLowerCase()], below);
  };

export const asListed = (words: readonly string[]) => words;
export const lastFirst = (words: readonly string[]) => [...words.slice(-1), ...words.slice(0, -1)];

/** The names of a payment message are cut where its field ends. */
export const LINE = 35;
export const cutAt =
  (length: number): Change =>
  ({ base }) => {
    const cut = base.slice(0, length).trim();
    return base.length <= length + 1 || cut.length < length - 1 ? undefined : cut;
  };

/** A line of 35 characters, and the rest of the name on the next. */
export const brokenLine: Change = ({ base }, below) => {
  const isWithin = /[a-z]/i.test(base.charAt(LINE - 1)) && /[a-z]/i.test(base.charAt(LINE));
  if (base.length <= LINE + 1 || !isWithin) return undefined;
  return `${base.slice(0, LINE)}${pickOne([' ', '\n'], below)}${base.slice(LINE)}`;
};

/** As banks shorten the words of companies. */
const SHORTENED: Readonly<Record<string, string>> = {
  international: 'INTL',
  trading: 'TRDG',
  group: 'GRP',
  bank: 'BK',
  republic: 'REP.',
  industries: 'INDS',
  industrial: 'INDL',
  industry: 'IND',
  manufacturing: 'MFG',
  engineering: 'ENGG',
  shipping: 'SHPG',
  services: 'SVCS',
  service: 'SVC',
  development: 'DEV',
  technology: 'TECH',
  technologies: 'TECH',
  holding: 'HLDG',
  holdings: 'HLDGS',
  investment: 'INVT',
  general: 'GEN',
  national: 'NATL',
  organization: 'ORG',
  ministry: 'MIN',
  institute: 'INST',
  association: 'ASSN',
  department: 'DEPT',
  enterprises: 'ENT',
  management: 'MGMT',
  construction: 'CONST',
  university: 'UNIV',
  center: 'CTR',
  brothers: 'BROS',
  insurance: 'INS',
  foundation: 'FDN',
  aviation: 'AVN',
  commercial: 'COMML',
  equipment: 'EQPT',
  transport: 'TPT',
  petroleum: 'PET',
  chemical: 'CHEM',
  logistics: 'LOG',
};

export const shortened: Change = (named, below) => {
  const { words } = named;
  if (words.length < 2) return undefined;
  return changeOne(named, below, {
    isFit: (word) => Object.hasOwn(SHORTENED, word.toLowerCase()),
    change: (word) => SHORTENED[word.toLowerCase()] ?? word,
  });
};

const hasPair = (word: string) => /^[a-z]{5,}$/i.test(word) && pairsIn(word).length > 0;

/** Places after the first letter whose letter differs from the next. */
const pairsIn = (word: string) =>
  [...word.toLowerCase()].flatMap((letter, at, all) =>
    at > 0 && at < all.length - 1 && letter !== all[at + 1] ? [at] : [],
  );

export const swappedLetters: Change = (named, below) =>
  changeOne(named, below, {
    isFit: hasPair,
    change: (word) => swapped(word, pickOne(pairsIn(word), below) ?? 1),
  });
