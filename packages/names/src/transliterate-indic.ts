import { distinct } from './spellings.ts';

/**
 * The nine Indian scripts from Devanagari to Malayalam, whose Unicode blocks share one layout of 128
 * places. A consonant carries an `a` unless a vowel sign or the virama takes it away; at the end of a
 * word northern languages do not speak it, and lists write it either way.
 */
const BLOCK_PLACES = 128;
const FIRST_CONSONANT = 0x15;
const LAST_CONSONANT = 0x39;
const VIRAMA = 0x4d;

// biome-ignore format: one line per row of the block
const CONSONANTS = [
  'k', 'kh', 'g', 'gh', 'n', 'ch', 'chh', 'j', 'jh', 'n', 't', 'th', 'd', 'dh', 'n',
  't', 'th', 'd', 'dh', 'n', 'n', 'p', 'ph', 'b', 'bh', 'm', 'y', 'r', 'r', 'l', 'l', 'l',
  'v', 'sh', 'sh', 's', 'h',
];
const VOWELS: Record<number, string> = {
  5: 'a',
  6: 'a',
  7: 'i',
  8: 'i',
  9: 'u',
  10: 'u',
  11: 'ri',
  14: 'e',
  15: 'e',
  16: 'ai',
  18: 'o',
  19: 'o',
  20: 'au',
};
const SIGNS: Record<number, string> = {
  62: 'a',
  63: 'i',
  64: 'i',
  65: 'u',
  66: 'u',
  67: 'ri',
  70: 'e',
  71: 'e',
  72: 'ai',
  74: 'o',
  75: 'o',
  76: 'au',
};
const NASALS: Record<number, string> = { 1: 'n', 2: 'n', 3: 'h' };

const placeOf = (letter: string) => (letter.codePointAt(0) ?? 0) % BLOCK_PLACES;
const isConsonant = (place: number) => place >= FIRST_CONSONANT && place <= LAST_CONSONANT;

export function indicSpellings(word: string): string[] {
  // The dot below makes another consonant that is written with the same Latin letters.
  const places = [...word.normalize('NFD')].map(placeOf).filter((place) => place !== 0x3c);
  let spelled = '';
  places.forEach((place, at) => {
    const next = places[at + 1] ?? -1;
    if (isConsonant(place)) {
      spelled += CONSONANTS[place - FIRST_CONSONANT] ?? '';
      if (SIGNS[next] === undefined && next !== VIRAMA) spelled += 'a';
    } else spelled += SIGNS[place] ?? VOWELS[place] ?? NASALS[place] ?? '';
  });
  const last = places.at(-1) ?? -1;
  const silent = isConsonant(last) ? spelled.slice(0, -1) : spelled;
  return distinct([silent, spelled, silent.replace(/v/g, 'w'), silent.replace(/sh/g, 's')]);
}
