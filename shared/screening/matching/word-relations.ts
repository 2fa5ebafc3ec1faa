import {
  ARABIC,
  arabicConsonants,
  type Consonants,
  isArabic,
  latinConsonants,
  mayBeRead,
  readByConsonants,
  vowelsFit,
} from '../names/arabic-consonants.ts';
import { isOneOff, letterBit, mayBeOneOff } from '../names/edit-distance.ts';
import { isTogether, lettersOf, ownTogether, pairsOf } from '../names/joined-words.ts';
import type { SubjectReading } from '../names/search-terms.ts';

/** How words of a subject stand to a listed word, by the number of the subject's word. */
export type Relations = readonly number[];
export const UNRELATED = 0;
export const ONE_OFF = 1;
/** One in Arabic script and the other in Latin letters, by consonants and long vowels. */
export const CONSONANTS = 2;
export const SAME = 3;

type Word = readonly string[];

/** Two words of a reading that follow each other, as one. */
export interface OwnPair {
  at: number;
  word: number;
}

export interface OwnReading {
  /** The numbers of its words. */
  words: readonly number[];
  pairs: readonly OwnPair[];
  /** Of what kind an entry must be to be compared with it; of either, where it does not matter. */
  kind: SubjectReading['kind'];
}

/**
 * A subject is compared with hundreds of entries whose words repeat, so its distinct words are numbered
 * and each listed spelling is compared with them once. The memory changes no answer.
 */
export interface SubjectWords {
  words: readonly Word[];
  readings: readonly OwnReading[];
  /** Undefined where no word is related, as with nearly all listed words. */
  relate: (spelling: string) => Relations | undefined;
  /** Whether a word of the subject begins with this listed one and goes on. */
  beginsWith: (first: string) => boolean;
  /** Whether a word of the subject is these two listed ones written as one. */
  isTogether: (first: string, second: string) => boolean;
}

interface OwnSpelling {
  letters: string;
  word: number;
}

/**
 * A spelling and every other that is one letter off meet at one of their ends: its first letter is the same,
 * or its last. Letters are told by their codes, which cost no new text for every listed word.
 */
class ByEnds {
  private readonly byFirst = new Map<number, OwnSpelling[]>();
  private readonly byLast = new Map<number, OwnSpelling[]>();

  add(one: OwnSpelling): void {
    addTo(this.byFirst, one.letters.charCodeAt(0), one);
    addTo(this.byLast, one.letters.charCodeAt(one.letters.length - 1), one);
  }

  /** Those that begin with the letter this one begins with. */
  beginningLike(spelling: string): readonly OwnSpelling[] {
    return this.byFirst.get(spelling.charCodeAt(0)) ?? NONE;
  }

  oneOff(spelling: string): readonly OwnSpelling[] {
    const first = this.beginningLike(spelling);
    const last = this.byLast.get(spelling.charCodeAt(spelling.length - 1)) ?? NONE;
    if (first.length === 0 && last.length === 0) return NONE;
    if (!mayBeOneOff(spelling)) return NONE;
    return [...first, ...last].filter(({ letters }) => isOneOff(letters, spelling));
  }
}

const NONE: readonly OwnSpelling[] = [];

/**
 * The letters a–z that spellings begin and end with, as bits. A word that shares neither end with any of them
 * is none of them and one letter off from none, which is most words there are.
 */
class EndLetters {
  private firsts = 0;
  private lasts = 0;

  add(letters: string): void {
    this.firsts |= letterBit(letters.charCodeAt(0));
    this.lasts |= letterBit(letters.charCodeAt(letters.length - 1));
  }

  rulesOut(spelling: string): boolean {
    const first = letterBit(spelling.charCodeAt(0));
    const last = letterBit(spelling.charCodeAt(spelling.length - 1));
    return first !== 0 && last !== 0 && ((first & this.firsts) | (last & this.lasts)) === 0;
  }
}

function numberReadings(readings: readonly SubjectReading[]) {
  const numbers = new Map<string, number>();
  const words: Word[] = [];
  const numberOf = (word: Word, sign: string) => {
    const key = sign + word.join('/');
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, words.length);
    return words.push(word) - 1;
  };
  const plain = readings.map((reading) => reading.words.map((word) => numberOf(word, '')));
  const wordCount = words.length;
  const numbered = readings.map(
    (reading, at): OwnReading => ({
      words: plain[at] ?? [],
      kind: reading.kind,
      pairs: pairsOf(reading.words).flatMap(([place, first, second]) => {
        const together = ownTogether(first, second);
        return together.length > 0 ? [{ at: place, word: numberOf(together, '&') }] : [];
      }),
    }),
  );
  return { words, wordCount, numbered };
}

const NO_WORDS: readonly number[] = [];

function addTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

/** The words in Arabic script that a listed word in Latin letters may be; undefined where there are none. */
function readingsByConsonants(
  words: readonly Word[],
  wordCount: number,
): ((spelling: string) => readonly number[]) | undefined {
  const byConsonants = new Map<string, { word: number; read: Consonants }[]>();
  words.forEach((spellings, word) => {
    const written = word < wordCount ? readByConsonants(spellings) : spellings.filter(isArabic);
    for (const spelling of written)
      for (const read of arabicConsonants(spelling.slice(ARABIC.length)))
        addTo(byConsonants, read.consonants, { word, read });
  });
  if (byConsonants.size === 0) return undefined;
  return (spelling) => {
    if (!mayBeRead(spelling)) return [];
    const latin = latinConsonants(spelling);
    const same = byConsonants.get(latin.consonants) ?? [];
    return same.filter(({ read }) => vowelsFit(read, latin)).map(({ word }) => word);
  };
}

export function numberWords(readings: readonly SubjectReading[]): SubjectWords {
  const { words, wordCount, numbered } = numberReadings(readings);
  const byLetters = new Map<string, number[]>();
  const byEnds = new ByEnds();
  /** With those that are written together with a particle: two listed words may be one of them. */
  const withTogether = new ByEnds();
  const ends = new EndLetters();
  words.forEach((spellings, word) => {
    for (const spelling of spellings) {
      addTo(byLetters, lettersOf(spelling), word);
      ends.add(lettersOf(spelling));
      if (word >= wordCount || isArabic(spelling)) continue;
      withTogether.add({ letters: lettersOf(spelling), word });
      // What is written together agrees by all its letters or not at all.
      if (!isTogether(spelling)) byEnds.add({ letters: spelling, word });
    }
  });

  const readAs = readingsByConsonants(words, wordCount);
  const compare = (spelling: string): Relations | undefined => {
    const same = byLetters.get(lettersOf(spelling)) ?? NO_WORDS;
    const near = byEnds.oneOff(spelling);
    const read = readAs?.(spelling) ?? NO_WORDS;
    if (same.length === 0 && near.length === 0 && read.length === 0) return undefined;
    const relations = new Array<number>(words.length).fill(UNRELATED);
    for (const { word } of near) relations[word] = ONE_OFF;
    for (const word of read) relations[word] = CONSONANTS;
    for (const word of same) relations[word] = SAME;
    return relations;
  };

  const known = new Map<string, Relations | undefined>();
  const relate = (spelling: string) => {
    if (!readAs && ends.rulesOut(spelling)) return undefined;
    const relations = known.get(spelling);
    if (relations !== undefined || known.has(spelling)) return relations;
    const compared = compare(spelling);
    known.set(spelling, compared);
    return compared;
  };
  const beginsWith = (first: string) =>
    withTogether
      .beginningLike(first)
      .some(({ letters }) => letters.length > first.length && letters.startsWith(first));
  const isTogetherHere = (first: string, second: string) =>
    withTogether
      .beginningLike(first)
      .some(
        ({ letters }) =>
          letters.length === first.length + second.length &&
          letters.startsWith(first) &&
          letters.endsWith(second),
      );
  return { words, readings: numbered, relate, beginsWith, isTogether: isTogetherHere };
}
