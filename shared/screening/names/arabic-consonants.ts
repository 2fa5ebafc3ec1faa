import { ARABIC_NAMES } from './arabic-names.ts';

/**
 * Arabic script writes consonants and long vowels; which short vowels a Latin spelling puts between them is
 * for every country to choose, and no table of names knows them all. A word in Arabic script therefore also
 * agrees with a Latin word that has the same consonants, a vowel that fits where a long one is written and
 * no long one where none is. That says less than a spelling does: it is a reason to look, never a match.
 */
export const ARABIC = '~';

export const isArabic = (spelling: string) => spelling.startsWith(ARABIC);

/**
 * The written form of a word that is compared by its consonants. A name that the table knows is not: its
 * spellings are known, and محمد is no Mahmud.
 */
export const readByConsonants = (spellings: readonly string[]): string[] =>
  spellings.filter((one) => isArabic(one) && ARABIC_NAMES[one.slice(ARABIC.length)] === undefined);

/** Consonants one after the other, and what stands before, between and after them. */
export interface Consonants {
  consonants: string;
  gaps: readonly string[];
}

/** Letters of which several Latin ones are common, each by the sign that both scripts are reduced to. */
const ARABIC_SIGNS: Readonly<Record<string, string>> = {
  ...{ ب: 'b', پ: 'p', ت: 't', ث: 'ts', ج: 'jg', چ: 'S', ح: 'h', خ: 'Xk', د: 'd', ذ: 'dz' },
  ...{ ر: 'r', ز: 'z', س: 's', ش: 'S', ص: 's', ض: 'dz', ط: 't', ظ: 'zd', غ: 'Gg' },
  ...{ ف: 'f', ق: 'kGg', ك: 'k', گ: 'g', ل: 'l', م: 'm', ن: 'n', ه: 'h', ٹ: 't', ڈ: 'd' },
  ...{ ڑ: 'r', ں: 'n' },
};

/** Longest first: `tch` before `ch`. French, English and Persian habits side by side. */
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

/** Whether a word in Arabic script may be read as this one. */
export const mayBeRead = (spelling: string) => LETTERS.test(spelling);

/** A doubled consonant is one: Arabic script mostly leaves it unmarked. */
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

/** What a gap must hold: `a`, `u`, `i` are long vowels, `?` anything, `!` the vowel a word begins with. */
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
  if (letter === 'و')
    return isFirst ? [withSign(word, 'w')] : [withGap(word, 'u'), withSign(word, 'w')];
  if (letter === 'ي') return [isFirst ? withSign(word, 'y') : withGap(word, 'i')];
  // At the end of a feminine name it is a vowel, an h or a t.
  if (letter === 'ه' && isLast)
    return [withGap(word, ANY), withSign(word, 'h'), withSign(word, 't')];
  // The one letter that Latin spells as two of its signs.
  if (letter === 'ژ') return [withSign(word, 'j'), withSign(withSign(word, 'z'), 'h')];
  return [...(ARABIC_SIGNS[letter] ?? '')].map((sign) => withSign(word, sign));
}

interface Place {
  isFirst: boolean;
  isLast: boolean;
}

/** Habibullah, Habibollah: what stands before the l of God's name is any vowel. */
const GOD_WITHIN = /(?<=.)الله$/;

/** The ways in which a word may be reduced; of a word as `plainArabic` leaves it. */
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

/** One consonant and a vowel are half of all short names. */
const FEWEST_CONSONANTS = 2;

const LONG_VOWELS: Readonly<Record<string, RegExp>> = { a: /[aeo]/, u: /[ou]/, i: /[iey]/ };
/** French spells a short u so. */
const SHORT_VOWEL = /^(?:[aeiouy]|ou)?$/;

function gapFits(written: string, spelled: string, at: 'first' | 'within' | 'last'): boolean {
  if (at === 'first') return written.startsWith(FIRST_VOWEL) === (spelled !== '');
  if (written === '') return (at === 'last' ? /^[aeu]?$/ : SHORT_VOWEL).test(spelled);
  // A last yeh is an i or, without its dots, an a.
  if (at === 'last' && written === 'i') return spelled !== '';
  return [...written].every((sign) => LONG_VOWELS[sign]?.test(spelled) ?? true);
}

/** Whether Latin letters reduced to the same consonants also have vowels that fit. */
export const vowelsFit = ({ gaps }: Consonants, latin: Consonants): boolean =>
  gaps.length === latin.gaps.length &&
  gaps.every((written, at) => {
    const place = at === 0 ? 'first' : at === gaps.length - 1 ? 'last' : 'within';
    return gapFits(written, latin.gaps[at] ?? '', place);
  });
