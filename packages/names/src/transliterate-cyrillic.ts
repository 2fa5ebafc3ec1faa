import { russianForms, withDots } from './east-slavic-names.ts';
import { distinct } from './spellings.ts';

/**
 * A Cyrillic word in every common romanisation scheme. Passports (ICAO 9303), English-language
 * lists (BGN/PCGN), libraries (ISO 9 without marks) and the press disagree, and a name does not
 * show which scheme was used, so all spellings are searched.
 */
type Letters = Readonly<Record<string, string>>;

const COMMON: Letters = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  // Ukrainian and Belarusian.
  і: 'i',
  ї: 'yi',
  є: 'ye',
  ґ: 'g',
  ў: 'u',
  // Serbian and Macedonian.
  ђ: 'dj',
  ј: 'j',
  љ: 'lj',
  њ: 'nj',
  ћ: 'c',
  џ: 'dz',
  ѓ: 'gj',
  ѕ: 'dz',
  ќ: 'kj',
  // Kazakh, Kyrgyz, Tatar, Tajik, Mongolian.
  ә: 'a',
  ғ: 'gh',
  қ: 'q',
  ң: 'ng',
  ө: 'o',
  ұ: 'u',
  ү: 'u',
  һ: 'h',
  ҳ: 'h',
  ҷ: 'j',
  ӣ: 'i',
  ӯ: 'u',
  җ: 'j',
  ҡ: 'q',
  ҙ: 'z',
  ҫ: 's',
  ӑ: 'a',
  ӗ: 'e',
};

const VOWEL_BEFORE_E = /(^|[аеёиоуыэюяіїєъьй])е/g;

const PLAIN = /^[a-z0-9]*$/;
/** Dictionaries mark the stressed vowel; on ѓ and ќ it is part of the letter. */
const STRESS_MARK = '\u0301';
const STRESS = /(?<![гк])\u0301/g;

const withoutStress = (word: string) =>
  word.includes(STRESS_MARK) ? word.normalize('NFD').replace(STRESS, '').normalize('NFC') : word.normalize('NFC');

interface Scheme {
  /**
   * The spelling of each letter, by character code: an array, since a word is transliterated about
   * twenty times.
   */
  written: readonly (string | undefined)[];
  /** Replacements of letter groups, or that depend on the position; applied first. */
  before: readonly (readonly [RegExp, string])[];
}

/** Covers all character codes up to the last Cyrillic letter. */
const CODES = 0x500;

function scheme(letters: Letters, before: Scheme['before'] = []): Scheme {
  const written = new Array<string | undefined>(CODES);
  for (const [letter, spelling] of Object.entries(letters)) written[letter.charCodeAt(0)] = spelling;
  return { written, before };
}

const BGN = scheme({ ...COMMON, ё: 'yo' }, [[VOWEL_BEFORE_E, '$1ye']]);
const PASSPORT = scheme({ ...COMMON, й: 'i', ъ: 'ie', ю: 'iu', я: 'ia', ї: 'i', є: 'ie' });
const PASSPORT_1997 = scheme({ ...COMMON, й: 'y', ы: 'y', ё: 'e' });
const ISO_9 = scheme({
  ...COMMON,
  ж: 'z',
  х: 'h',
  ц: 'c',
  ч: 'c',
  ш: 's',
  щ: 's',
  й: 'j',
  ю: 'u',
  я: 'a',
  є: 'e',
  ї: 'i',
  ђ: 'd',
  љ: 'l',
  њ: 'n',
  ғ: 'g',
  қ: 'k',
  ң: 'n',
});
const GOST_B = scheme({ ...COMMON, х: 'x', ц: 'c', щ: 'shh', й: 'j', ё: 'yo', ї: 'yi' });
/** Names as newspapers print them: Dmitry, Alexei, Yuri, Natalia. */
const PRESS = scheme({ ...COMMON, й: 'i', ё: 'yo', қ: 'k', ғ: 'g' }, [
  [/(ий|ый)$/g, 'y'],
  [/кс/g, 'x'],
  [/ия$/g, 'ia'],
  [/ья/g, 'ia'],
]);
/** Alexander, Yevgeniyevich, Sergeyevich. */
const ENGLISH = scheme({ ...COMMON, ё: 'o' }, [
  [/ксандр/g, 'xander'],
  [/ье/g, 'iye'],
  [/(ий|ый)$/g, 'iy'],
  [VOWEL_BEFORE_E, '$1ye'],
]);
/** Alexeyevich, Yevgeny, Victoria, Georgyevich. */
const ENGLISH_X = scheme({ ...COMMON, ё: 'io' }, [
  [/кс/g, 'x'],
  [/^викт/g, 'vict'],
  [/ия$/g, 'ia'],
  [/(ий|ый)$/g, 'y'],
  [/[иь]е/g, 'ye'],
  [VOWEL_BEFORE_E, '$1ye'],
]);
const PRESS_SHORT = scheme({ ...COMMON, х: 'h', й: 'y', ё: 'o', ж: 'j', қ: 'k', ғ: 'g' }, [
  [/(ий|ый)$/g, 'i'],
  [/кс/g, 'x'],
  [/ия$/g, 'iya'],
  [/ье/g, 'ie'],
]);
const PRESS_Y = scheme({ ...COMMON, х: 'h', ц: 'c', ё: 'e' }, [
  [/(ий|ый)$/g, 'y'],
  [/ье/g, 'ye'],
]);
const GERMAN = scheme(
  {
    ...COMMON,
    в: 'w',
    ж: 'sch',
    з: 's',
    й: 'i',
    х: 'ch',
    ц: 'z',
    ч: 'tsch',
    ш: 'sch',
    щ: 'schtsch',
    ю: 'ju',
    я: 'ja',
    ё: 'jo',
  },
  [[/(ий|ый)$/g, 'i']],
);
const FRENCH = scheme(
  { ...COMMON, ж: 'j', й: 'i', у: 'ou', ц: 'ts', ч: 'tch', ш: 'ch', щ: 'chtch', ю: 'iou', я: 'ia' },
  [
    [/ин$/g, 'ine'],
    [/(ий|ый)$/g, 'i'],
  ],
);
const UKRAINIAN = scheme({ ...COMMON, г: 'h', и: 'y', й: 'i', ї: 'i', є: 'ie', ю: 'iu', я: 'ia' }, [
  [/зг/g, 'zgh'],
  [/^є/g, 'ye'],
  [/^ї/g, 'yi'],
  [/^й/g, 'y'],
  [/^ю/g, 'yu'],
  [/^я/g, 'ya'],
]);
const UKRAINIAN_BGN = scheme({ ...COMMON, г: 'h', и: 'y' });
const UKRAINIAN_PRESS = scheme({ ...COMMON, г: 'h', и: 'y', ї: 'yi' }, [[/(ий|ій)$/g, 'y']]);
const BELARUSIAN = scheme({
  ...COMMON,
  г: 'h',
  ў: 'w',
  е: 'ie',
  ё: 'io',
  ю: 'iu',
  я: 'ia',
  й: 'j',
  х: 'ch',
});
const BULGARIAN = scheme({ ...COMMON, х: 'h', щ: 'sht', ъ: 'a', ь: 'y', й: 'y' });
const SOUTH_SLAVIC = scheme({ ...COMMON, ж: 'z', х: 'h', ц: 'c', ч: 'c', ш: 's', ђ: 'd', џ: 'dz' });
const TURKIC = scheme({
  ...COMMON,
  ә: 'e',
  ғ: 'g',
  қ: 'k',
  ң: 'n',
  х: 'h',
  ж: 'j',
  ы: 'i',
  й: 'y',
  ұ: 'u',
});

/** Common schemes first: spellings beyond the limit are dropped. */
const COMMON_SCHEMES = [BGN, PASSPORT, PRESS, PASSPORT_1997, ENGLISH, ENGLISH_X, PRESS_SHORT];
const OTHER_SCHEMES: readonly Scheme[] = [
  UKRAINIAN,
  UKRAINIAN_BGN,
  PRESS_Y,
  ISO_9,
  SOUTH_SLAVIC,
  GOST_B,
  BULGARIAN,
  UKRAINIAN_PRESS,
  BELARUSIAN,
  TURKIC,
  GERMAN,
  FRENCH,
];
const RUSSIAN_SCHEMES = [BGN, PASSPORT, PRESS, ENGLISH, ENGLISH_X];
const DOTTED_SCHEMES = [BGN, ENGLISH_X, PRESS_SHORT];

function transliterate(word: string, { written, before }: Scheme): string {
  let prepared = word;
  for (const [pattern, replacement] of before) prepared = prepared.replace(pattern, replacement);
  let spelled = '';
  for (let at = 0; at < prepared.length; at += 1) spelled += written[prepared.charCodeAt(at)] ?? prepared.charAt(at);
  return PLAIN.test(spelled) ? spelled : spelled.normalize('NFKD').replace(/[^a-z0-9]/g, '');
}

export function cyrillicSpellings(word: string): string[] {
  const composed = withoutStress(word);
  const by = (schemes: readonly Scheme[], text: string) => schemes.map((each) => transliterate(text, each));
  const dotted = withDots(composed);
  return distinct([
    ...by(COMMON_SCHEMES, composed),
    ...russianForms(composed).flatMap((form) => by(RUSSIAN_SCHEMES, form)),
    ...(dotted === undefined ? [] : by(DOTTED_SCHEMES, dotted)),
    ...by(OTHER_SCHEMES, composed),
  ]);
}
