import { type Below, foldWords, type NamedEntry, pickOne } from './recall-case.ts';
import { oneLetterOff } from './recall-letters.ts';

/**
 * Ways in which documents, payment messages and typists damage a name. Each gives another spelling of a
 * listed name, or undefined where the name does not allow it.
 */
export interface HardClass {
  name: string;
  of: 'person' | 'entity';
  make: (named: NamedEntry, below: Below) => string | undefined;
}

const FUZZY_LETTERS = 5;
const LETTERS = /^[a-z]+$/i;

function changeWord(words: readonly string[], at: number, word: string): string {
  return words.map((each, place) => (place === at ? word : each)).join(' ');
}

/** One of the words that the change applies to. */
function changeOne(
  { words }: NamedEntry,
  below: Below,
  { isFit, change }: { isFit: (word: string) => boolean; change: (word: string) => string },
): string | undefined {
  const places = words.flatMap((word, at) => (isFit(word) ? [at] : []));
  const at = pickOne(places, below);
  return at === undefined ? undefined : changeWord(words, at, change(words[at] ?? ''));
}

const typed: HardClass['make'] = (named, below) =>
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

const scanned: HardClass['make'] = (named, below) => {
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

const isOfLetters = ({ words }: NamedEntry) => words.every((word) => LETTERS.test(word));

const joined =
  (order: (words: readonly string[]) => readonly string[], from: number, to: number): HardClass['make'] =>
  (named, below) => {
    const { words } = named;
    if (words.length < from || words.length > to || !isOfLetters(named)) return undefined;
    const ordered = order(words.map((word) => word.toLowerCase()));
    const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
    const text = ordered.map(capital).join('');
    return pickOne([text, text.toUpperCase(), text.toLowerCase()], below);
  };

const asListed = (words: readonly string[]) => words;
const lastFirst = (words: readonly string[]) => [...words.slice(-1), ...words.slice(0, -1)];

/** The names of a payment message are cut where its field ends. */
const LINE = 35;
const cutAt =
  (length: number): HardClass['make'] =>
  ({ base }) => {
    const cut = base.slice(0, length).trim();
    return base.length <= length + 1 || cut.length < length - 1 ? undefined : cut;
  };

/** A line of 35 characters, and the rest of the name on the next. */
const brokenLine: HardClass['make'] = ({ base }, below) => {
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

const shortened: HardClass['make'] = (named, below) => {
  const { words } = named;
  if (words.length < 2) return undefined;
  return changeOne(named, below, {
    isFit: (word) => Object.hasOwn(SHORTENED, word.toLowerCase()),
    change: (word) => SHORTENED[word.toLowerCase()] ?? word,
  });
};

const ADDED = ['Group', 'Holding', 'Trading LLC', 'Moscow', 'Export GmbH', 'Deutschland GmbH', 'Movement', 'Logistics'];
const FORM = /^(?:llc|ltd|limited|inc|jsc|co|company|corp|corporation|gmbh|ooo|oao|zao|pjsc|ojsc|cjsc|sa|ag|fze|plc)$/;

/** A company whose name is one word beside its form, with another word. */
const wordAdded: HardClass['make'] = ({ base }, below) => {
  const words = foldWords(base).filter((word) => !FORM.test(word));
  const [only = ''] = words;
  if (words.length !== 1 || only.length < FUZZY_LETTERS || !LETTERS.test(only)) return undefined;
  return `${only.charAt(0).toUpperCase()}${only.slice(1)} ${pickOne(ADDED, below)}`;
};

export const HARD_CLASSES: readonly HardClass[] = [
  { name: 'one letter typed wrong', of: 'person', make: typed },
  { name: 'one letter typed wrong', of: 'entity', make: typed },
  { name: 'OCR pairs', of: 'person', make: scanned },
  { name: 'OCR pairs', of: 'entity', make: scanned },
  { name: 'two words joined, last word first', of: 'person', make: joined(lastFirst, 2, 2) },
  { name: 'three or more words joined', of: 'person', make: joined(asListed, 3, 5) },
  { name: 'three or more words joined, last word first', of: 'person', make: joined(lastFirst, 3, 5) },
  { name: 'all words joined', of: 'entity', make: joined(asListed, 2, 4) },
  { name: 'cut at 35 characters', of: 'person', make: cutAt(LINE) },
  { name: 'cut at 35 characters', of: 'entity', make: cutAt(LINE) },
  { name: 'cut at 70 characters', of: 'entity', make: cutAt(2 * LINE) },
  { name: 'line break inside a word', of: 'entity', make: brokenLine },
  { name: 'abbreviated word', of: 'entity', make: shortened },
  { name: 'one-word name and another word', of: 'entity', make: wordAdded },
];
