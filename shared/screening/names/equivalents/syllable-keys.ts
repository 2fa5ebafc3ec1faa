/** What a syllable in Latin letters may stand for, the most usual first. */
export type Syllables = ReadonlyMap<string, readonly string[]>;

const MOST_LETTERS_OF_SYLLABLE = 6;
const MOST_JOINED_KEYS = 8;

/** The ways to read a word as one syllable, or else as two. */
export function splitSyllables(word: string, syllables: Syllables): string[][] {
  if (syllables.has(word)) return [[word]];
  const ways: string[][] = [];
  for (let at = Math.min(MOST_LETTERS_OF_SYLLABLE, word.length - 1); at > 0; at -= 1) {
    const [start, end] = [word.slice(0, at), word.slice(at)];
    if (syllables.has(end) && syllables.has(start)) ways.push([start, end]);
  }
  return ways;
}

/** What a word of one or two syllables may stand for, two of them joined by a hyphen. */
export function joinedKeys(word: string, syllables: Syllables): string[] {
  const keys: string[] = [];
  for (const [first = '', second] of splitSyllables(word, syllables))
    for (const start of syllables.get(first) ?? [])
      if (second === undefined) keys.push(start);
      else for (const end of syllables.get(second) ?? []) keys.push(`${start}-${end}`);
  return keys.slice(0, MOST_JOINED_KEYS);
}
