/** Only listed words of at least this many letters can be found one letter off. */
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

export const mayBeOneOff = (listed: string) => listed.length >= FUZZY_LETTERS && LETTERS_ONLY.test(listed);

/**
 * Whether the Damerau–Levenshtein distance (as optimal string alignment) is exactly one: one letter
 * substituted, inserted or deleted, or two neighbours transposed. Strips the common prefix and
 * suffix; only one such edit may remain. Equal words are not one off.
 */
export function isOneOff(a: string, b: string): boolean {
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
  return (
    shortEnd - start === 2 &&
    longEnd - start === 2 &&
    short.charCodeAt(start) === long.charCodeAt(start + 1) &&
    short.charCodeAt(start + 1) === long.charCodeAt(start)
  );
}

/** The same for a word given as character codes and one stored in `bytes` as letters a–z. */
export function isOneOffIn(
  codes: readonly number[],
  { bytes, start, end }: { bytes: Uint8Array; start: number; end: number },
): boolean {
  const longer = end - start - codes.length;
  if (longer > 1 || longer < -1) return false;
  let first = 0;
  let own = codes.length;
  let listed = end - start;
  const shorter = Math.min(own, listed);
  while (first < shorter && codes[first] === bytes[start + first]) first += 1;
  while (own > first && listed > first && codes[own - 1] === bytes[start + listed - 1]) {
    own -= 1;
    listed -= 1;
  }
  if (Math.max(own, listed) - first === 1) return true;
  return (
    own - first === 2 &&
    listed - first === 2 &&
    codes[first] === bytes[start + first + 1] &&
    codes[first + 1] === bytes[start + first]
  );
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
