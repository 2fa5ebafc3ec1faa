/** The possible readings of a syllable in Latin letters, most frequent first. */
export type Syllables = ReadonlyMap<string, readonly string[]>;

const MOST_LETTERS_OF_SYLLABLE = 6;
const MOST_JOINED_KEYS = 8;

/** Splits a word into syllables: as one if possible, otherwise all ways to split it in two. */
export function splitSyllables(word: string, syllables: Syllables): string[][] {
  if (syllables.has(word)) return [[word]];
  const ways: string[][] = [];
  for (let at = Math.min(MOST_LETTERS_OF_SYLLABLE, word.length - 1); at > 0; at -= 1) {
    const [start, end] = [word.slice(0, at), word.slice(at)];
    if (syllables.has(end) && syllables.has(start)) ways.push([start, end]);
  }
  return ways;
}

/** The possible readings of a word of one or two syllables; two are joined by a hyphen. */
export function joinedKeys(word: string, syllables: Syllables): string[] {
  const keys: string[] = [];
  for (const [first = '', second] of splitSyllables(word, syllables))
    for (const start of syllables.get(first) ?? [])
      if (second === undefined) keys.push(start);
      else for (const end of syllables.get(second) ?? []) keys.push(`${start}-${end}`);
  return keys.slice(0, MOST_JOINED_KEYS);
}
