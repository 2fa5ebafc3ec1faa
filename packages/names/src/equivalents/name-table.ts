import { ARABIC_NAMES } from '../arabic-names.ts';
import { NAME_GROUPS, OTHER_NAME_GROUPS, SLAVIC_NAME_GROUPS } from './name-groups.ts';
import { slavicKeys } from './slavic-keys.ts';

type Groups = ReadonlyMap<string, readonly string[]>;

const REPEATED = /([b-df-hj-np-tv-z])\1+/g;
const LONG_VOWELS = /ou|oo|ee|y|(?<=[^e][aeo])h$/g;
const plainVowel = (written: string) => {
  if (written === 'h') return '';
  return written === 'ou' || written === 'oo' ? 'u' : 'i';
};

/** Folds differences that do not change the name: doubled consonants and long vowels. */
const lightly = (word: string) =>
  mayBeLighter(word) ? word.replace(REPEATED, once).replace(LONG_VOWELS, plainVowel) : word;

/** A cheap check whether one of the two patterns can match. */
function mayBeLighter(word: string): boolean {
  let before = '';
  for (const letter of word) {
    if (letter === before || letter === 'y' || (letter === 'u' && before === 'o')) return true;
    before = letter;
  }
  return before === 'h';
}

/** Three times the same letter is a typing error. */
const once = (written: string, letter: string) => (written.length === 2 ? letter : written);

const SHORTEST_WORD = 3;

/** A line with the same first spelling as an earlier one adds spellings to the same name. */
function indexGroups(groups: Iterable<readonly string[]>, keysOf: (spelling: string) => readonly string[]): Groups {
  const index = new Map<string, string[]>();
  for (const spellings of groups) {
    const written = spellings.filter(({ length }) => length >= SHORTEST_WORD);
    const [id = ''] = written;
    for (const key of written.flatMap(keysOf)) {
      const known = index.get(key);
      if (!known) index.set(key, [id]);
      else if (!known.includes(id)) known.push(id);
    }
  }
  return index;
}

/** Drops the number at the beginning of each line (see `name-groups.ts`). */
const linesOf = (table: string): string[][] =>
  table
    .split('\n')
    .map((line) => line.trim().split(/\s+/).slice(1))
    .filter(({ length }) => length > 1);

/** Function words of the table for Arabic script, which are not names. */
const GRAMMAR = new Set(['بن', 'ابن', 'بنت', 'ال', 'ام', 'ابي', 'ذو', 'الله']);

const arabicGroups = Object.entries(ARABIC_NAMES)
  .filter(([written]) => !GRAMMAR.has(written))
  .map(([, spellings]) => spellings.split(' '));

const byLetters = indexGroups([...arabicGroups, ...linesOf(NAME_GROUPS)], (word) => [lightly(word)]);
const byOtherLetters = indexGroups(linesOf(OTHER_NAME_GROUPS), (word) => [word]);
const bySlavicKey = indexGroups(linesOf(SLAVIC_NAME_GROUPS), slavicKeys);

const NONE: readonly string[] = [];

/** Whether the table has a Slavic name with this key. */
export const isSlavicName = (slavicKey: string) => bySlavicKey.has(slavicKey);

/** The groups of a word by its letters; most are names from Arabic script. */
export const groupsByLetters = (word: string) => byLetters.get(lightly(word)) ?? NONE;

/** Adds the groups of a word that do not tell the family of a name. */
export function withOtherGroups(word: string, groups: readonly string[]): readonly string[] {
  const own = byOtherLetters.get(word);
  return own ? [...new Set([...groups, ...own])] : groups;
}

/** Adds the groups of a word by its Slavic keys. */
export function withSlavicGroups(groups: readonly string[], slavic: readonly string[]) {
  const own = slavic[0] === undefined ? NONE : (bySlavicKey.get(slavic[0]) ?? NONE);
  if (own.length === 0) return groups;
  return groups.length === 0 ? own : [...groups, ...own];
}
