import { ARABIC_NAMES } from './arabic-names.ts';
import { combine, distinct, withVowels } from './spellings.ts';

const MARKS = /[\u064b-\u065f\u0670\u06d6-\u06ed\u0640\u200c\u200d]/g;

/** Unifies letters that vary between Arabic, Persian and Urdu keyboards and printers. */
export const plainArabic = (word: string): string =>
  word
    .replace(/ﷲ/g, 'الله')
    .normalize('NFKC')
    .replace(MARKS, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/[ىیې]/g, 'ي')
    .replace(/[ةۀەہھ]/g, 'ه')
    .replace(/ک/g, 'ك')
    .replace(/ؤ/g, 'و')
    .replace(/ئ/g, 'ي');

const LETTERS: Readonly<Record<string, readonly string[]>> = {
  ا: ['a'],
  ب: ['b'],
  پ: ['p'],
  ت: ['t'],
  ث: ['th'],
  ج: ['j'],
  چ: ['ch'],
  ح: ['h'],
  خ: ['kh'],
  د: ['d'],
  ذ: ['dh', 'z'],
  ر: ['r'],
  ز: ['z'],
  ژ: ['zh'],
  س: ['s'],
  ش: ['sh'],
  ص: ['s'],
  ض: ['d', 'z'],
  ط: ['t'],
  ظ: ['z', 'dh'],
  ع: [''],
  غ: ['gh'],
  ف: ['f'],
  ق: ['q', 'gh'],
  ك: ['k'],
  گ: ['g'],
  ل: ['l'],
  م: ['m'],
  ن: ['n'],
  ه: ['h'],
  و: ['ou', 'u', 'w', 'v'],
  ي: ['i', 'y'],
  ء: [''],
  ٹ: ['t'],
  ڈ: ['d'],
  ڑ: ['r'],
  ں: ['n'],
  ے: ['e'],
};

/** Final heh of a feminine name is an `a`: فاطمة is Fatima. */
const finalHeh = (word: string) => (word.length > 2 ? word.replace(/ه$/, 'ا') : word);

const SHORT_VOWELS = { first: ['a', 'u', 'i'], later: ['', 'a', 'i', 'e'] };

function byLetters(word: string): string[] {
  const letters = [...finalHeh(word)].map((letter) => LETTERS[letter] ?? ['']);
  const written = combine(letters).slice(0, 1);
  return [...withVowels(letters, SHORT_VOWELS), ...written];
}

/**
 * Spellings of a word without its article: known ones from the table, then those derived from its
 * letters.
 */
export function arabicSpellings(plain: string): string[] {
  const known = ARABIC_NAMES[plain]?.split(' ') ?? [];
  return known.length > 0 ? distinct(known) : distinct(byLetters(plain));
}

const ARTICLE = /^ال(?=..)/;
const SERVANT = /^عبد(?=ال)/;

/**
 * Splits a written word into its parts: the article is written with its word, and often `abd` with
 * the following name of God. `الاسد` is `al`, `asad`.
 */
export function arabicParts(word: string): string[] {
  const plain = plainArabic(word);
  if (ARABIC_NAMES[plain]) return [plain];
  if (SERVANT.test(plain)) return ['عبد', ...arabicParts(plain.replace(SERVANT, ''))];
  return ARTICLE.test(plain) ? ['ال', plain.replace(ARTICLE, '')] : [plain];
}
