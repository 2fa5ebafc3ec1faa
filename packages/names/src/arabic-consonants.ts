import { ARABIC_NAMES } from './arabic-names.ts';

/**
 * Sign that begins a word in Arabic script among the spellings of a word. Arabic script writes
 * consonants and long vowels; the short vowels of a Latin spelling differ by country, and no table
 * of names is complete. A word in Arabic script therefore also agrees with a Latin word that has
 * the same consonants (its skeleton), a fitting vowel where a long one is written and no long one
 * where none is. That is weaker than a spelling: it can lead to a review, never to a match.
 */
export const ARABIC = '~';

export const isArabic = (spelling: string) => spelling.startsWith(ARABIC);

/**
 * The spellings that are compared by consonants. A name in the table is not: its spellings are
 * known, and محمد is not Mahmud.
 */
export const readByConsonants = (spellings: readonly string[]): string[] =>
  spellings.filter((one) => isArabic(one) && ARABIC_NAMES[one.slice(ARABIC.length)] === undefined);

/** The consonant skeleton of a word, and the vowels before, between and after the consonants. */
export interface Consonants {
  consonants: string;
  gaps: readonly string[];
}

/**
 * The signs that both scripts are reduced to, for each Arabic letter; several if it has several
 * common romanisations.
 */
const ARABIC_SIGNS: Readonly<Record<string, string>> = {
  ب: 'b',
  پ: 'p',
  ت: 't',
  ث: 'ts',
  ج: 'jg',
  چ: 'S',
  ح: 'h',
  خ: 'Xk',
  د: 'd',
  ذ: 'dz',
  ر: 'r',
  ز: 'z',
  س: 's',
  ش: 'S',
  ص: 's',
  ض: 'dz',
  ط: 't',
  ظ: 'zd',
  غ: 'Gg',
  ف: 'f',
  ق: 'kGg',
  ك: 'k',
  گ: 'g',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
  ٹ: 't',
  ڈ: 'd',
  ڑ: 'r',
  ں: 'n',
};

/** Longest first: `tch` before `ch`. French, English and Persian conventions combined. */
const LATIN_SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^ou(?=[aeiou])/, 'w'],
  [/tch|sch|sh|ch/g, 'S'],
  [/kh/g, 'X'],
  [/gh/g, 'G'],
  [/dj/g, 'j'],
  [/dh/g, 'd'],
  [/th/g, 't'],
  [/ph/g, 'f'],
  [/ck|q/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/x/g, 'ks'],
  [/v/g, 'w'],
];

const VOWEL = /[aeiou]/;
const LETTERS = /^[a-z]+$/;

/** Whether a word in Arabic script can be compared with this spelling: only letters a–z. */
export const mayBeRead = (spelling: string) => LETTERS.test(spelling);

/** A doubled consonant counts once: Arabic script mostly leaves it unmarked. */
export function latinConsonants(word: string): Consonants {
  let signs = word;
  for (const [pattern, sign] of LATIN_SIGNS) signs = signs.replace(pattern, sign);
  let consonants = '';
  const gaps = [''];
  [...signs].forEach((sign, at) => {
    if (VOWEL.test(sign) || (sign === 'y' && at > 0)) gaps[gaps.length - 1] += sign;
    else if (!(gaps.at(-1) === '' && consonants.endsWith(sign))) {
      consonants += sign;
      gaps.push('');
    }
  });
  return { consonants, gaps };
}

/** What a gap must contain: `a`, `u`, `i` are long vowels, `?` anything, `!` an initial vowel. */
const ANY = '?';
const FIRST_VOWEL = '!';
const READINGS = 64;

interface Growing {
  consonants: string;
  gaps: string[];
}

const withSign = ({ consonants, gaps }: Growing, sign: string): Growing =>
  gaps.at(-1) === '' && consonants.endsWith(sign)
    ? { consonants, gaps }
    : { consonants: consonants + sign, gaps: [...gaps, ''] };

const withGap = ({ consonants, gaps }: Growing, gap: string): Growing => ({
  consonants,
  gaps: [...gaps.slice(0, -1), `${gaps.at(-1)}${gap}`],
});

function waysOn(word: Growing, letter: string, { isFirst, isLast }: Place): Growing[] {
  if ('اعء'.includes(letter)) {
    const written = letter === 'ا' ? 'a' : ANY;
    return [withGap(word, isFirst ? FIRST_VOWEL : written)];
  }
  if (letter === 'و') return isFirst ? [withSign(word, 'w')] : [withGap(word, 'u'), withSign(word, 'w')];
  if (letter === 'ي') return [isFirst ? withSign(word, 'y') : withGap(word, 'i')];
  // At the end of a feminine name it is a vowel, an h or a t.
  if (letter === 'ه' && isLast) return [withGap(word, ANY), withSign(word, 'h'), withSign(word, 't')];
  // The only letter that is romanised as two signs.
  if (letter === 'ژ') return [withSign(word, 'j'), withSign(withSign(word, 'z'), 'h')];
  return [...(ARABIC_SIGNS[letter] ?? '')].map((sign) => withSign(word, sign));
}

interface Place {
  isFirst: boolean;
  isLast: boolean;
}

/** Habibullah, Habibollah: any vowel may precede the l of Allah at the end of a name. */
const GOD_WITHIN = /(?<=.)الله$/;

/** The possible skeletons of a word in the form that `plainArabic` returns. */
export function arabicConsonants(plain: string): Consonants[] {
  const letters = [...plain.replace(GOD_WITHIN, 'لله')];
  let ways: Growing[] = [{ consonants: '', gaps: [''] }];
  letters.forEach((letter, at) => {
    const place = { isFirst: at === 0, isLast: at === letters.length - 1 };
    const longer = ways.flatMap((way) => waysOn(way, letter, place));
    if (longer.length > 0) ways = longer.slice(0, READINGS);
  });
  return ways.filter(({ consonants }) => consonants.length >= FEWEST_CONSONANTS);
}

/** A single consonant would match too many short names. */
const FEWEST_CONSONANTS = 2;

const LONG_VOWELS: Readonly<Record<string, RegExp>> = { a: /[aeo]/, u: /[ou]/, i: /[iey]/ };
/** `ou` is the French spelling of a short u. */
const SHORT_VOWEL = /^(?:[aeiouy]|ou)?$/;

function gapFits(written: string, spelled: string, at: 'first' | 'within' | 'last'): boolean {
  if (at === 'first') return written.startsWith(FIRST_VOWEL) === (spelled !== '');
  if (written === '') return (at === 'last' ? /^[aeu]?$/ : SHORT_VOWEL).test(spelled);
  // A final yeh is an i or, if written without its dots, an a.
  if (at === 'last' && written === 'i') return spelled !== '';
  return [...written].every((sign) => LONG_VOWELS[sign]?.test(spelled) ?? true);
}

/** Whether a Latin word with the same consonants also has fitting vowels. */
export const vowelsFit = ({ gaps }: Consonants, latin: Consonants): boolean =>
  gaps.length === latin.gaps.length &&
  gaps.every((written, at) => {
    const place = at === 0 ? 'first' : at === gaps.length - 1 ? 'last' : 'within';
    return gapFits(written, latin.gaps[at] ?? '', place);
  });
