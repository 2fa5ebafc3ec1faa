import { distinct } from './spellings.ts';

/** Letters that Unicode does not decompose into a base letter and a mark. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'ng',
  ĸ: 'k',
  ŧ: 't',
  ə: 'a',
  ǝ: 'a',
  ɛ: 'e',
  ɔ: 'o',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ɨ: 'i',
  ʉ: 'u',
  ɣ: 'g',
  ƒ: 'f',
  ʒ: 'z',
  ǥ: 'g',
  ȼ: 'c',
  ƶ: 'z',
  ɍ: 'r',
};

/** Letters as documents spell them out: Müller as Mueller, Sørensen as Soerensen. */
const SPELLED_OUT: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ø: 'oe',
  å: 'aa',
  đ: 'dj',
  ə: 'e',
  ñ: 'nn',
  þ: 'p',
  ı: 'y',
  // Czech, Croatian and ISO 9, as the English press writes them: Milošević as Miloshevich.
  č: 'ch',
  ć: 'ch',
  š: 'sh',
  ž: 'zh',
  ŝ: 'shch',
  â: 'ya',
  û: 'yu',
};

const PLAIN = /^[a-z0-9]*$/;
const MARKS = /\p{M}/gu;

/**
 * Reduces a lower-case word in Latin script to a–z and digits; marks and everything else are
 * removed.
 */
function foldLatin(word: string): string {
  if (PLAIN.test(word)) return word;
  let folded = '';
  for (const letter of word.normalize('NFKD').replace(MARKS, '')) folded += PLAIN_LETTERS[letter] ?? letter;
  return folded.replace(/[^a-z0-9]/g, '');
}

export function latinSpellings(word: string): string[] {
  if (PLAIN.test(word)) return word === '' ? [] : [word];
  const composed = word.normalize('NFC');
  const spelledOut = [...composed].map((letter) => SPELLED_OUT[letter] ?? letter).join('');
  return distinct([foldLatin(composed), foldLatin(spelledOut)]);
}
