import { arabicKeys, isArabic } from './arabic-keys.ts';
import { chineseKeys } from './chinese-keys.ts';
import { isEastAsianSyllable } from './east-asian-syllables.ts';
import { koreanKeys } from './korean-keys.ts';
import { groupsOf, isArabicName, isSlavicName } from './name-table.ts';
import { NOT_BY_RULES } from './not-by-rules.ts';
import { isSlavic, slavicKeys } from './slavic-keys.ts';

const LATIN = /^[a-z]+$/;
const SHORTEST_WORD = 3;
const LONGEST_WORD = 40;
const MOST_KEYS = 8;
const SHORTEST_SLAVIC_KEY = 4;
const FEWEST_EAST_ASIAN_WORDS = 2;
const MOST_EAST_ASIAN_WORDS = 4;
const LONGEST_EAST_ASIAN_WORD = 12;

const NONE: readonly string[] = [];

const isShortEnough = (words: readonly string[]) =>
  words.length >= FEWEST_EAST_ASIAN_WORDS &&
  words.length <= MOST_EAST_ASIAN_WORDS &&
  words.every(({ length }) => length > 0 && length <= LONGEST_EAST_ASIAN_WORD);

function eastAsianKeys(words: readonly string[]): (readonly string[])[] | undefined {
  if (!isShortEnough(words)) return undefined;
  const korean = koreanKeys(words);
  const chinese = chineseKeys(words, { isSurnameFirst: korean !== undefined });
  if (!korean && !chinese) return undefined;
  const most = korean && chinese ? MOST_KEYS / 2 : MOST_KEYS;
  return words.map((_, at) => [
    ...(korean?.[at] ?? NONE).slice(0, most).map((key) => `k:${key}`),
    ...(chinese?.[at] ?? NONE).slice(0, most).map((key) => `c:${key}`),
  ]);
}

/** Whose rules give keys: those of Arabic script, of Cyrillic, or both. */
interface Families {
  arabic: boolean;
  slavic: boolean;
}

const isSpelledOut = (word: string) =>
  word.length >= SHORTEST_WORD && word.length <= LONGEST_WORD && LATIN.test(word);

function alphabeticKeys(
  word: string,
  slavic: readonly string[],
  { isEastAsian, arabic: byArabic, slavic: bySlavic }: Families & { isEastAsian: boolean },
): readonly string[] {
  const groups = groupsOf(word, slavic);
  const keys: string[] = [];
  for (const key of groups) keys.push(`n:${key}`);
  // By rules Jin and Yin are one Slavic spelling, and Chen and Shan one Arabic spelling.
  const isOther = isEastAsian || NOT_BY_RULES.has(word) || isEastAsianSyllable(word);
  if (isOther && groups.length === 0) return NONE;
  if (bySlavic)
    for (const key of slavic) if (key.length >= SHORTEST_SLAVIC_KEY) keys.push(`s:${key}`);
  if (byArabic) for (const key of arabicKeys(word)) keys.push(`a:${key}`);
  return keys;
}

function keysOf(
  words: readonly string[],
  familiesOf: (slavic: readonly (readonly string[])[]) => Families,
): readonly (readonly string[])[] {
  const eastAsian = eastAsianKeys(words);
  const isEastAsian = eastAsian !== undefined;
  const slavic = words.map((word) => (isSpelledOut(word) ? slavicKeys(word) : NONE));
  const families = { ...familiesOf(slavic), isEastAsian };
  return words.map((word, at) => {
    const keys = isSpelledOut(word) ? alphabeticKeys(word, slavic[at] ?? NONE, families) : NONE;
    const own = eastAsian?.[at];
    if (!own || own.length === 0) return keys.length > MOST_KEYS ? keys.slice(0, MOST_KEYS) : keys;
    return [...own, ...keys].slice(0, MOST_KEYS);
  });
}

const ALL: Families = { arabic: true, slavic: true };

/**
 * For each word of one reading of a name the keys of the name that it spells: two words are the same name in
 * another Latin spelling exactly when their keys intersect. Words are as `readName` gives them, lower-case a–z
 * without marks; anything else has no keys. The whole reading counts: syllables have keys of Korean or Chinese
 * only where every word is one, so words that are joined are joined in the reading too.
 */
export const equivalentKeys = (words: readonly string[]): readonly (readonly string[])[] =>
  keysOf(words, () => ALL);

const isOfArabic = (word: string) => isArabic(word) || isArabicName(word);

/**
 * The same for the name of a subject, by the rules of those languages alone that a word of the name belongs to: the
 * vowels of Arabic are no reason to take Marten for Martin. A list has the keys of all families, so that it is
 * enough if the subject shows its own.
 */
export const subjectKeys = (words: readonly string[]): readonly (readonly string[])[] =>
  keysOf(words, (slavic) => ({
    arabic: words.some(isOfArabic),
    slavic: words.some(isSlavic) || slavic.some((keys) => keys.some(isSlavicName)),
  }));
