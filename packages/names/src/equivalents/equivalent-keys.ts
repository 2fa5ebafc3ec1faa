import { arabicKeys, isArabic } from './arabic-keys.ts';
import { chineseKeys } from './chinese-keys.ts';
import { isEastAsianSyllable } from './east-asian-syllables.ts';
import { koreanKeys } from './korean-keys.ts';
import { groupsByLetters, isSlavicName, withOtherGroups, withSlavicGroups } from './name-table.ts';
import { NOT_BY_RULES } from './not-by-rules.ts';
import { otherKeys } from './other-keys.ts';
import { isSlavic, slavicKeys } from './slavic-keys.ts';

/**
 * Phonetic keys: words that are spellings of one name share a key, as in Soundex or double metaphone, but by the
 * rules of each language instead of the sounds of English.
 */
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

/** The families whose rules give keys: Arabic script, Cyrillic, or both. */
interface Families {
  arabic: boolean;
  slavic: boolean;
}

const isSpelledOut = (word: string) => word.length >= SHORTEST_WORD && word.length <= LONGEST_WORD && LATIN.test(word);

/** A word with the properties that do not depend on the rest of the name, computed lazily. */
class RuledWord {
  readonly slavic: readonly string[];
  private readonly word: string;
  private readonly byLetters: readonly string[];
  private readonly ownGroups: readonly string[];
  private arabic: readonly string[] | undefined;
  private other: boolean | undefined;

  constructor(word: string) {
    const isRuled = isSpelledOut(word);
    this.word = word;
    this.slavic = isRuled ? slavicKeys(word) : NONE;
    this.byLetters = groupsByLetters(word);
    this.ownGroups = isRuled ? withSlavicGroups(withOtherGroups(word, this.byLetters), this.slavic) : NONE;
    if (!isRuled) this.other = true;
  }

  get isOfArabic(): boolean {
    return this.byLetters.length > 0 || isArabic(this.word);
  }

  get isOfSlavic(): boolean {
    return this.slavic.some(isSlavicName) || isSlavic(this.word);
  }

  /**
   * Excluded from the rules, by which Jin and Yin would be one Slavic spelling, and Chen and Shan
   * one Arabic spelling.
   */
  private get isOther(): boolean {
    this.other ??= NOT_BY_RULES.has(this.word) || isEastAsianSyllable(this.word);
    return this.other;
  }

  keys({ isEastAsian, arabic, slavic }: Families & { isEastAsian: boolean }): readonly string[] {
    const groups = this.ownGroups;
    if (groups.length === 0 && (isEastAsian || this.isOther)) return NONE;
    const keys: string[] = [];
    for (const key of groups) keys.push(`n:${key}`);
    keys.push(...otherKeys(this.word));
    if (slavic) for (const key of this.slavic) if (key.length >= SHORTEST_SLAVIC_KEY) keys.push(`s:${key}`);
    if (arabic) {
      this.arabic ??= arabicKeys(this.word);
      for (const key of this.arabic) keys.push(`a:${key}`);
    }
    return keys;
  }
}

function keysOf(
  words: readonly string[],
  ruled: readonly RuledWord[],
  families: Families,
): readonly (readonly string[])[] {
  const eastAsian = eastAsianKeys(words);
  const used = { ...families, isEastAsian: eastAsian !== undefined };
  return ruled.map((word, at) => {
    const keys = word.keys(used);
    const own = eastAsian?.[at];
    if (!own || own.length === 0) return keys.length > MOST_KEYS ? keys.slice(0, MOST_KEYS) : keys;
    return [...own, ...keys].slice(0, MOST_KEYS);
  });
}

const ALL: Families = { arabic: true, slavic: true };

/** What the rest of a name says about its words. */
interface Hint {
  /** It has an Arabic article or another such particle. */
  isArabic: boolean;
}

/** Returns the keys of each word of a reading, for a list or for a search. */
export type KeysOf = (words: readonly string[], hint?: Hint) => readonly (readonly string[])[];

/**
 * The equivalence keys of each word of a listed reading: two words are the same name in another
 * Latin spelling exactly if their keys intersect. Words are as `readName` returns them, lower-case
 * a–z without marks; anything else has no keys. The whole reading matters: syllables have Korean or
 * Chinese keys only if every word is such a syllable, so joined words must be joined in the reading
 * too.
 */
export const equivalentKeys: KeysOf = (words) =>
  keysOf(
    words,
    words.map((word) => new RuledWord(word)),
    ALL,
  );

/**
 * The same for a subject, but only by the rules of the languages that a word of the name belongs
 * to: the vowel rules of Arabic are no reason to treat Marten as Martin. A list has the keys of all
 * families, so it is enough that the subject has its own. Readings of one subject repeat their
 * words: the returned function serves a whole search and processes each word once.
 */
export function subjectKeysOf(): KeysOf {
  const known = new Map<string, RuledWord>();
  const ruledWord = (word: string) => {
    const before = known.get(word);
    if (before) return before;
    const fresh = new RuledWord(word);
    known.set(word, fresh);
    return fresh;
  };
  return (words, hint) => {
    const ruled = words.map(ruledWord);
    const arabic = hint?.isArabic || ruled.some(({ isOfArabic }) => isOfArabic);
    return keysOf(words, ruled, { arabic, slavic: ruled.some(({ isOfSlavic }) => isOfSlavic) });
  };
}
