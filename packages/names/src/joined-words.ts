import { ARABIC, isArabic } from './arabic-consonants.ts';
import { isEastAsianSyllable } from './equivalents/east-asian-syllables.ts';
import { combine } from './spellings.ts';

/**
 * Names that some write as one word and others as two: Jin Ping and Jinping, Abdul Rahman and
 * Abdulrahman, El Sayed and Elsayed. The missing space does not count as a letter off, but nothing
 * else may differ: a spelling that begins with this sign must agree exactly, however long it is.
 */
export const JOINED = '+';

type Word = readonly string[];

/** Pairs with more combinations of spellings than this are not joined. */
const JOINED_SPELLINGS = 40;
const SHORTEST_HALF = 2;
/**
 * Two short words joined are too often another name: An Na is not Anna, and chi en is not the
 * syllable chien.
 */
const SHORTEST_JOINED = 6;
/** Beside a third word, two syllables of an East Asian name may be shorter: Wu Ya Qin is Wu Yaqin. */
export const SHORTEST_SYLLABLES = 4;
const LETTERS = /^[a-z]+$/;

export const isJoined = (spelling: string) => spelling.startsWith(JOINED);
export const lettersOf = (spelling: string) => (isJoined(spelling) ? spelling.slice(1) : spelling);

const isLongEnough = (start: string, end: string, hasOthers: boolean) => {
  const length = start.length + end.length;
  if (length >= SHORTEST_JOINED) return true;
  return hasOthers && length >= SHORTEST_SYLLABLES && isEastAsianSyllable(start) && isEastAsianSyllable(end);
};

const isHalf = (letters: string) => letters.length >= SHORTEST_HALF && LETTERS.test(letters);

/** A word joined with the particles before it: for `de la Cruz` both `lacruz` and `delacruz`. */
export function withParticles(particles: readonly Word[], word: Word): string[] {
  const first = word.slice(0, 1).filter(isHalf);
  return particles.flatMap((_, at) => {
    const before = particles.slice(at).map((one) => one.filter((each) => LETTERS.test(each)));
    return combine([...before, first]).map((letters) => JOINED + letters);
  });
}

/** Two neighbouring words of a name, and whether it has more words than these. */
export interface Neighbours {
  first: Word;
  second: Word;
  hasOthers: boolean;
}

/**
 * The halves of two listed words that may be written as one: the first spelling of each, and the
 * second also with its particles. Other spellings are not tried.
 */
export function* listedHalves({ first, second, hasOthers }: Neighbours): Generator<[start: string, end: string]> {
  const [start = ''] = first;
  if (!isHalf(start)) return;
  for (const [at, spelling] of second.entries()) {
    const end = lettersOf(spelling);
    const isTold = at === 0 || isJoined(spelling);
    if (isTold && isHalf(end) && isLongEnough(start, end, hasOthers)) yield [start, end];
  }
}

/**
 * Two words of the subject joined into one, in every spelling; words in Arabic script also as
 * written.
 */
export const joinedSpellings = (pair: Neighbours): string[] => [
  ...joinedLetters(pair),
  ...joinedArabic(pair.first, pair.second),
];

/** A word that the subject breaks into three parts; only their first spellings are tried. */
export function joinedThree(parts: readonly Word[]): string | undefined {
  let joined = '';
  for (const [first = ''] of parts) {
    if (!isHalf(first)) return undefined;
    joined += first;
  }
  return joined.length >= SHORTEST_OF_THREE ? joined : undefined;
}
const SHORTEST_OF_THREE = 8;

function joinedLetters({ first, second, hasOthers }: Neighbours): string[] {
  const starts = first.filter(isHalf);
  const ends = new Set<string>();
  for (const spelling of second) {
    const end = lettersOf(spelling);
    if (isHalf(end)) ends.add(end);
  }
  const joined: string[] = [];
  if (starts.length * ends.size > JOINED_SPELLINGS) return joined;
  for (const start of starts) for (const end of ends) if (isLongEnough(start, end, hasOthers)) joined.push(start + end);
  return joined;
}

/**
 * Names that are one word in Latin letters though Arabic script may separate them: Abdulrahman,
 * Habibullah, Nasiruddin, Arlanizadeh. With the article that Latin letters keep, and without it.
 */
function joinedArabic(first: Word, second: Word): string[] {
  const [start, end] = [first.find(isArabic), second.find(isArabic)];
  if (start === undefined || end === undefined) return [];
  const rest = end.slice(ARABIC.length);
  if (start !== ARABIC_SERVANT && !ARABIC_ENDINGS.includes(rest)) return [];
  return [start + rest, `${start}${ARTICLE_LETTER}${rest}`];
}

const SERVANTS = new Set('abd abdul abdel abdal abdol abdur abed'.split(' '));

/**
 * Abd al-Rahman is one given name in two words, so it identifies a person no better than a single
 * word such as Emma.
 */
export const isServantName = (reading: readonly Word[]) =>
  reading.length === 2 && (reading[0] ?? []).some((spelling) => SERVANTS.has(spelling));

const ARABIC_SERVANT = `${ARABIC}عبد`;
const ARABIC_ENDINGS = 'الله دين پور زاده نژاد خواه فر نيا خان'.split(' ');
const ARTICLE_LETTER = 'ل';

/** Every pair of neighbouring words. */
export const pairsOf = (reading: readonly Word[]): Neighbours[] =>
  reading.slice(1).map((second, at) => ({ first: reading[at] ?? [], second, hasOthers: reading.length > 2 }));

/** Names of more words are not written without any space. */
const MOST_WORDS = 6;

const longest = (word: Word) =>
  word.reduce(
    (most, spelling) => (isJoined(spelling) && spelling.length > most.length ? spelling : most),
    word[0] ?? '',
  );

/**
 * A listed name without its spaces: in the order of the list (Vladimir Putin as `vladimirputin`),
 * and with the last or the first word moved, since many put the family name first; with particles
 * and without. Two words in the order of the list are a pair.
 */
export function wholeNames(reading: readonly Word[]): string[] {
  if (reading.length < 2 || reading.length > MOST_WORDS) return [];
  const plain = reading.map(([first = '']) => first);
  if (!plain.every((word) => LETTERS.test(word))) return [];
  const whole = new Set<string>();
  for (const words of [plain, reading.map((word) => lettersOf(longest(word)))]) {
    const [first = '', ...rest] = words;
    const last = rest.at(-1) ?? '';
    if (words.length > 2) whole.add(words.join('')).add(`${rest.join('')}${first}`);
    whole.add(`${last}${words.slice(0, -1).join('')}`);
  }
  return [...whole].filter(({ length }) => length >= SHORTEST_JOINED);
}
