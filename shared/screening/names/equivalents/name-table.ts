import { ARABIC_NAMES } from '../arabic-names.ts';
import { NAME_GROUPS, SLAVIC_NAME_GROUPS } from './name-groups.ts';
import { slavicKeys } from './slavic-keys.ts';

type Groups = ReadonlyMap<string, readonly string[]>;

const REPEATED = /([b-df-hj-np-tv-z])\1+/g;
const LONG_VOWELS = /ou|oo|ee|y|(?<=[^e][aeo])h$/g;
const plainVowel = (written: string) => {
  if (written === 'h') return '';
  return written === 'ou' || written === 'oo' ? 'u' : 'i';
};

/** What may differ between two spellings of a line of the table without the name becoming another. */
const lightly = (word: string) =>
  mayBeLighter(word) ? word.replace(REPEATED, once).replace(LONG_VOWELS, plainVowel) : word;

/** Whether one of the two patterns may be found in the word, which is faster to see than to look for them. */
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

/** A line that begins like an earlier one has more spellings of the same name. */
function indexGroups(
  groups: Iterable<readonly string[]>,
  keysOf: (spelling: string) => readonly string[],
): Groups {
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

/** A line is a number, how many listed people are written in more than one of its ways, and the spellings. */
const linesOf = (table: string): string[][] =>
  table
    .split('\n')
    .map((line) => line.trim().split(/\s+/).slice(1))
    .filter(({ length }) => length > 1);

/** Words that the table for Arabic script has for grammar, not for names. */
const GRAMMAR = new Set(['بن', 'ابن', 'بنت', 'ال', 'ام', 'ابي', 'ذو', 'الله']);

const arabicGroups = Object.entries(ARABIC_NAMES)
  .filter(([written]) => !GRAMMAR.has(written))
  .map(([, spellings]) => spellings.split(' '));

const byLetters = indexGroups([...arabicGroups, ...linesOf(NAME_GROUPS)], (word) => [
  lightly(word),
]);
const bySlavicKey = indexGroups(linesOf(SLAVIC_NAME_GROUPS), slavicKeys);

const NONE: readonly string[] = [];

/** Whether the table has a name from Cyrillic by this key. */
export const isSlavicName = (slavicKey: string) => bySlavicKey.has(slavicKey);

/** The groups of the table that the letters of a word belong to: most are names from Arabic script. */
export const groupsByLetters = (word: string) => byLetters.get(lightly(word)) ?? NONE;

/** These, and those that a word belongs to by its keys of the Slavic family. */
export function withSlavicGroups(groups: readonly string[], slavic: readonly string[]) {
  const own = slavic[0] === undefined ? NONE : (bySlavicKey.get(slavic[0]) ?? NONE);
  if (own.length === 0) return groups;
  return groups.length === 0 ? own : [...groups, ...own];
}
