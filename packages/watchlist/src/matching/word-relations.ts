import {
  ARABIC,
  arabicConsonants,
  type Consonants,
  isArabic,
  isEquivalent,
  isJoined,
  isOneEdit,
  isOneOff,
  joinedSpellings,
  joinedThree,
  latinConsonants,
  letterPlace,
  lettersOf,
  mayBeRead,
  mayGainLetter,
  readByConsonants,
  type SubjectReading,
  vowelsFit,
} from '@assay/names';

/**
 * The relation of each word of the subject to a listed word, by the number of the subject's word.
 * Higher is stronger.
 */
export type Relations = readonly number[];
export const UNRELATED = 0;
/**
 * One letter off in a word of up to four letters, or in a number. Too common among different names
 * to count, unless all other words of a longer name agree.
 */
export const SHORT_OFF = 1;
export const ONE_OFF = 2;
/**
 * One word is in Arabic script and the other in Latin letters; consonants and long vowels agree.
 */
export const CONSONANTS = 3;
/** Two Latin spellings of one name. */
export const EQUIVALENT = 4;
export const SAME = 5;

type Word = readonly string[];

/** Two or three neighbouring words of a reading, joined into one word. */
interface OwnPair {
  at: number;
  word: number;
  /** How many words are joined. */
  count: number;
}

export interface OwnReading {
  /** The numbers of its words. */
  words: readonly number[];
  pairs: readonly OwnPair[];
  /** Kind of entry that this reading is compared with; any kind if undefined. */
  kind: SubjectReading['kind'];
  hasForm: boolean;
  /** The beginning of a word of the listed name, beside `words`; the subject's name was cut. */
  cut?: string | undefined;
}

/**
 * The words of a subject. A subject is compared with hundreds of entries whose words repeat, so its
 * distinct words are numbered, and the relations of each listed spelling are computed once and
 * memoised.
 */
export interface SubjectWords {
  words: readonly Word[];
  /** How many of `words` are words of the names as written; joined pairs follow them. */
  wordCount: number;
  readings: readonly OwnReading[];
  /** Undefined if no word is related, as for nearly all listed words. */
  relate: (spelling: string) => Relations | undefined;
  /** Whether a word of the subject begins with this listed word and is longer. */
  beginsWith: (first: string) => boolean;
  /** Whether a word of the subject, as written, has these letters. */
  isWord: (letters: string) => boolean;
  /** Whether a word of the subject, as written, may have this number of letters. */
  hasLength: (letters: number) => boolean;
}

interface OwnSpelling {
  letters: string;
  word: number;
  /** A word of the name as written: not a joined pair, Arabic script or an equivalence key. */
  isWhole: boolean;
  /** Whether it may agree one letter off; words joined with a particle must agree exactly. */
  mayBeOff: boolean;
}

/** Letters a–z have the numbers 0 to 25; all other characters share one number. */
const OTHER_SIGN = 26;
const firstOf = (letters: string) => letterPlace(letters.charCodeAt(0)) ?? OTHER_SIGN;
const lastOf = (letters: string) => letterPlace(letters.charCodeAt(letters.length - 1)) ?? OTHER_SIGN;

const MOST_LENGTH = 31;
const lengthBit = (letters: number) => 1 << Math.min(letters, MOST_LENGTH);

const NONE: readonly OwnSpelling[] = [];
const NO_WORDS: readonly number[] = [];
const NO_SPELLINGS: Word = [];

/**
 * Spellings grouped by first and last letter. A spelling that is the same or one letter off begins
 * or ends with the same letter, which rules out most listed words.
 */
class OwnSpellings {
  private readonly byFirst = new Array<OwnSpelling[] | undefined>(OTHER_SIGN + 1);
  private readonly byLast = new Array<OwnSpelling[] | undefined>(OTHER_SIGN + 1);

  /** Bit set of the lengths of whole words; all lengths above the last share its bit. */
  private lengths = 0;

  add(one: OwnSpelling): void {
    if (one.isWhole) this.lengths |= lengthBit(one.letters.length);
    addAt(this.byFirst, firstOf(one.letters), one);
    // Only spellings that may be one letter off are looked up by their last letter.
    if (one.mayBeOff) addAt(this.byLast, lastOf(one.letters), one);
  }

  beginningLike(letters: string): readonly OwnSpelling[] {
    return this.byFirst[firstOf(letters)] ?? NONE;
  }

  /**
   * True if no spelling begins or ends like this listed word. Joined words begin with a sign and
   * are not ruled out.
   */
  rulesOut(spelling: string): boolean {
    return (
      this.byFirst[firstOf(spelling)] === undefined &&
      this.byLast[lastOf(spelling)] === undefined &&
      !isJoined(spelling)
    );
  }

  /** Visits the words with exactly these letters. */
  eachSame(letters: string, visit: (word: number) => void): void {
    for (const one of this.beginningLike(letters)) if (one.letters === letters) visit(one.word);
  }

  beginsWith(start: string): boolean {
    for (const { letters, isWhole } of this.beginningLike(start))
      if (isWhole && letters.length > start.length && letters.startsWith(start)) return true;
    return false;
  }

  hasLength(letters: number): boolean {
    return (this.lengths & lengthBit(letters)) !== 0;
  }

  isWord(written: string): boolean {
    for (const { letters, isWhole } of this.beginningLike(written)) if (isWhole && letters === written) return true;
    return false;
  }

  /** Visits the words that are one letter off (Damerau–Levenshtein, optimal string alignment); some of them twice. */
  eachOneEdit(spelling: string, visit: (word: number, letters: string) => void): void {
    visitOneEdit(this.byFirst[firstOf(spelling)], spelling, visit);
    visitOneEdit(this.byLast[lastOf(spelling)], spelling, visit);
  }
}

function visitOneEdit(
  alike: readonly OwnSpelling[] = NONE,
  spelling: string,
  visit: (word: number, letters: string) => void,
): void {
  for (const { mayBeOff, letters, word } of alike) if (mayBeOff && isOneEdit(letters, spelling)) visit(word, letters);
}

const SHORT_LETTERS = 4;
const DIGIT = /\d/;

/** Whether a word is too short, or a number, to be found one letter off by itself. */
const isShort = (letters: string) => letters.length <= SHORT_LETTERS || DIGIT.test(letters);

/** A word that is one letter off counts beside two others that agree. */
export const SHORT_OFF_WORDS = 3;

function addAt<T>(lists: (T[] | undefined)[], at: number, value: T): void {
  const known = lists[at];
  if (known) known.push(value);
  else lists[at] = [value];
}

/** Numbers the distinct words of all readings, then the distinct joined pairs of neighbours. */
function numberReadings(readings: readonly SubjectReading[]) {
  const numbers = new Map<string, number>();
  const words: Word[] = [];
  const numberOf = (word: Word) => {
    const key = word.join('/');
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, words.length);
    return words.push(word) - 1;
  };
  const plain = readings.map((reading) => reading.words.map(numberOf));
  const wordCount = words.length;
  const joinedNumbers = new Map<number, number | undefined>();
  const joinedOf = (key: number, spellings: () => Word) => {
    const known = joinedNumbers.get(key);
    if (known !== undefined || joinedNumbers.has(key)) return known;
    const joined = spellings();
    const number = joined.length > 0 ? words.push(joined) - 1 : undefined;
    joinedNumbers.set(key, number);
    return number;
  };
  const wordAt = (number: number) => words[number] ?? NO_SPELLINGS;
  const pairOf = (first: number, second: number, hasOthers: boolean) =>
    joinedOf((first * wordCount + second) * 2 + (hasOthers ? 1 : 0), () =>
      joinedSpellings({ first: wordAt(first), second: wordAt(second), hasOthers }),
    );
  // Negative, so that it is not the key of a pair.
  const threeOf = (first: number, second: number, third: number) =>
    joinedOf(-1 - ((first * wordCount + second) * wordCount + third), () => {
      const joined = joinedThree([wordAt(first), wordAt(second), wordAt(third)]);
      return joined === undefined ? NO_SPELLINGS : [joined];
    });
  const numbered = readings.map(({ kind, hasForm, cut }, index): OwnReading => {
    const own = plain[index] ?? NO_WORDS;
    const pairs: OwnPair[] = [];
    for (let at = 0; at + 1 < own.length; at += 1) {
      const word = pairOf(own[at] ?? 0, own[at + 1] ?? 0, own.length > 2);
      if (word !== undefined) pairs.push({ at, word, count: 2 });
      const three = at + 2 < own.length ? threeOf(own[at] ?? 0, own[at + 1] ?? 0, own[at + 2] ?? 0) : undefined;
      if (three !== undefined) pairs.push({ at, word: three, count: 3 });
    }
    return { words: own, kind, hasForm, pairs, cut };
  });
  return { words, wordCount, numbered };
}

/**
 * Finds the words in Arabic script that match a listed Latin word by consonants; undefined if the
 * subject has none.
 */
function readingsByConsonants(
  words: readonly Word[],
  wordCount: number,
): ((spelling: string) => readonly number[]) | undefined {
  const byConsonants = new Map<string, { word: number; read: Consonants }[]>();
  words.forEach((spellings, word) => {
    const written = word < wordCount ? readByConsonants(spellings) : spellings.filter(isArabic);
    for (const spelling of written)
      for (const read of arabicConsonants(spelling.slice(ARABIC.length))) {
        const alike = byConsonants.get(read.consonants);
        if (alike) alike.push({ word, read });
        else byConsonants.set(read.consonants, [{ word, read }]);
      }
  });
  if (byConsonants.size === 0) return undefined;
  return (spelling) => {
    if (!mayBeRead(spelling)) return [];
    const latin = latinConsonants(spelling);
    const same = byConsonants.get(latin.consonants) ?? [];
    return same.filter(({ read }) => vowelsFit(read, latin)).map(({ word }) => word);
  };
}

function spellingsIn(words: readonly Word[], wordCount: number): OwnSpellings {
  const all = new OwnSpellings();
  words.forEach((spellings, word) => {
    for (const spelling of spellings) {
      const isWhole = word < wordCount && !isArabic(spelling) && !isEquivalent(spelling);
      const mayBeOff = isWhole && !isJoined(spelling);
      all.add({ letters: lettersOf(spelling), word, isWhole, mayBeOff });
    }
  });
  return all;
}

const isSigned = (spelling: string) => isJoined(spelling) || isEquivalent(spelling) || isArabic(spelling);

export function numberWords(readings: readonly SubjectReading[]): SubjectWords {
  const { words, wordCount, numbered } = numberReadings(readings);
  const own = spellingsIn(words, wordCount);
  const mayBeShort = numbered.some((reading) => reading.words.length >= SHORT_OFF_WORDS);
  const readAs = readingsByConsonants(words, wordCount);

  const compare = (spelling: string): Relations | undefined => {
    let relations: number[] | undefined;
    /** The strongest relation counts. */
    const add = (word: number, relation: number) => {
      relations ??= new Array<number>(words.length).fill(UNRELATED);
      relations[word] = Math.max(relations[word] ?? UNRELATED, relation);
    };
    const equal = isEquivalent(spelling) ? EQUIVALENT : SAME;
    own.eachSame(lettersOf(spelling), (word) => add(word, equal));
    const mayBeOff = mayGainLetter(spelling);
    const isShortOff = mayBeShort && isShort(spelling) && !isSigned(spelling);
    if (mayBeOff || isShortOff)
      own.eachOneEdit(spelling, (word, letters) => {
        if (mayBeOff && isOneOff(letters, spelling)) add(word, ONE_OFF);
        else if (isShortOff && isShort(letters)) add(word, SHORT_OFF);
      });
    for (const word of readAs?.(spelling) ?? NO_WORDS) add(word, CONSONANTS);
    return relations;
  };

  const known = new Map<string, Relations | undefined>();
  const relate = (spelling: string) => {
    if (!readAs && own.rulesOut(spelling)) return undefined;
    const relations = known.get(spelling);
    if (relations !== undefined || known.has(spelling)) return relations;
    const compared = compare(spelling);
    known.set(spelling, compared);
    return compared;
  };
  return {
    words,
    wordCount,
    readings: numbered,
    relate,
    beginsWith: (first) => own.beginsWith(first),
    isWord: (letters) => own.isWord(letters),
    hasLength: (letters) => own.hasLength(letters),
  };
}
