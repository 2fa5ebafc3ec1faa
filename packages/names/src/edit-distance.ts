/** Words can be found one letter off if the longer of the two has at least this many letters. */
export const FUZZY_LETTERS = 5;

const LETTERS_ONLY = /^[a-z]+$/;
const [FIRST_LETTER, LAST_LETTER] = ['a'.charCodeAt(0), 'z'.charCodeAt(0)];

/** 0 to 25 for the letters a–z; undefined for any other character. */
export const letterPlace = (code: number): number | undefined =>
  code >= FIRST_LETTER && code <= LAST_LETTER ? code - FIRST_LETTER : undefined;

/** One bit per letter a–z; 0 for any other character. */
export function letterBit(code: number): number {
  const place = letterPlace(code);
  return place === undefined ? 0 : 1 << place;
}

/** Whether a listed word can be found with any letter off. */
export const mayBeOneOff = (listed: string) => listed.length >= FUZZY_LETTERS && LETTERS_ONLY.test(listed);

/** Whether a listed word can be found with a letter added: Merz as Mertz. */
export const mayGainLetter = (listed: string) => listed.length >= FUZZY_LETTERS - 1 && LETTERS_ONLY.test(listed);

/** Letters that a scanner reads for one another: Sarner for Samer counts as one letter off. */
const SCANNED: readonly (readonly [two: string, one: string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
  ['cl', 'd'],
];

const SCANNED_CODES = SCANNED.map(([two, one]) => [two.charCodeAt(0), two.charCodeAt(1), one.charCodeAt(0)] as const);

const isScanned = (first: number | undefined, second: number | undefined, one: number | undefined) =>
  SCANNED_CODES.some(([two, next, letter]) => two === first && next === second && letter === one);

/** Adds the word with each occurrence of the letters replaced in turn. */
function addReplaced(variants: string[], word: string, written: string, read: string): void {
  for (let at = word.indexOf(written); at >= 0; at = word.indexOf(written, at + 1))
    variants.push(word.slice(0, at) + read + word.slice(at + written.length));
}

/** The words from which a scanner makes this one, by one such error. */
export function scannedAs(word: string): string[] {
  const variants: string[] = [];
  for (const [two, one] of SCANNED) {
    addReplaced(variants, word, two, one);
    addReplaced(variants, word, one, two);
  }
  return variants;
}

/**
 * Whether the Damerau–Levenshtein distance (as optimal string alignment) is exactly one: one letter
 * substituted, inserted or deleted, or two neighbours transposed; an error of a scanner counts as
 * one substitution. Strips the common prefix and suffix; only one such edit may remain. Equal words
 * are not one off, whatever their length.
 */
export function isOneEdit(a: string, b: string): boolean {
  const short = a.length <= b.length ? a : b;
  const long = short === a ? b : a;
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short.charCodeAt(start) === long.charCodeAt(start)) start += 1;
  let shortEnd = short.length;
  let longEnd = long.length;
  while (shortEnd > start && short.charCodeAt(shortEnd - 1) === long.charCodeAt(longEnd - 1)) {
    shortEnd -= 1;
    longEnd -= 1;
  }
  if (longEnd - start === 1) return true;
  if (longEnd - start !== 2) return false;
  const [first, second] = [long.charCodeAt(start), long.charCodeAt(start + 1)];
  if (shortEnd - start === 1) return isScanned(first, second, short.charCodeAt(start));
  return short.charCodeAt(start) === second && short.charCodeAt(start + 1) === first;
}

/** One edit apart, and long enough for it to be a typing error rather than another name. */
export const isOneOff = (a: string, b: string): boolean =>
  Math.max(a.length, b.length) >= FUZZY_LETTERS && isOneEdit(a, b);

/** The same for a word given as character codes and one stored in `bytes` as letters a–z. */
export function isOneOffIn(
  codes: readonly number[],
  { bytes, start, end }: { bytes: Uint8Array; start: number; end: number },
): boolean {
  const longer = end - start - codes.length;
  if (longer > 1 || longer < -1 || Math.max(end - start, codes.length) < FUZZY_LETTERS) return false;
  let first = 0;
  let own = codes.length;
  let listed = end - start;
  const shorter = Math.min(own, listed);
  while (first < shorter && codes[first] === bytes[start + first]) first += 1;
  while (own > first && listed > first && codes[own - 1] === bytes[start + listed - 1]) {
    own -= 1;
    listed -= 1;
  }
  const [ownLeft, listedLeft] = [own - first, listed - first];
  if (Math.max(ownLeft, listedLeft) === 1) return true;
  if (Math.max(ownLeft, listedLeft) !== 2 || Math.min(ownLeft, listedLeft) < 1) return false;
  const [own1, own2] = [codes[first], codes[first + 1]];
  const [listed1, listed2] = [bytes[start + first], bytes[start + first + 1]];
  if (listedLeft === 1) return isScanned(own1, own2, listed1);
  if (ownLeft === 1) return isScanned(listed1, listed2, own1);
  return own1 === listed2 && own2 === listed1;
}

/**
 * The deletion neighbourhood of a word, as in SymSpell: the word without each of its letters in
 * turn. Two words one edit apart always share one of these strings, or one word is a deletion of
 * the other.
 */
export function deletionsOf(word: string): string[] {
  const deletions = new Set<string>();
  for (let at = 0; at < word.length; at += 1) deletions.add(word.slice(0, at) + word.slice(at + 1));
  return [...deletions];
}
