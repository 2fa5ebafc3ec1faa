import { combine, distinct } from './spellings.ts';

/**
 * Hangul syllables are decomposed arithmetically. South Korean passports follow the Revised
 * Romanization with many customary spellings; North Korea and older lists follow McCune–Reischauer
 * without its marks.
 */
const FIRST_SYLLABLE = 0xac00;
const VOWEL_COUNT = 21;
const FINAL_COUNT = 28;

// biome-ignore format: in the order of Unicode
const INITIALS = [
  ['g', 'k'], ['kk'], ['n'], ['d', 't'], ['tt'], ['r', 'l'], ['m'], ['b', 'p'], ['pp'], ['s'], ['ss'],
  [''], ['j', 'ch'], ['jj', 'tch'], ['ch'], ['k'], ['t'], ['p'], ['h'],
];
// biome-ignore format: in the order of Unicode
const VOWELS = [
  ['a'], ['ae'], ['ya'], ['yae'], ['eo', 'o', 'u'], ['e'], ['yeo', 'yo', 'you', 'yu'], ['ye'], ['o'],
  ['wa'], ['wae'], ['oe'], ['yo'], ['u', 'oo'], ['wo'], ['we'], ['wi'], ['yu'], ['eu', 'u'], ['ui'],
  ['i', 'ee'],
];
// biome-ignore format: in the order of Unicode
const FINALS = [
  '', 'k', 'k', 'k', 'n', 'n', 'n', 't', 'l', 'k', 'm', 'p', 'l', 'l', 'p', 'l', 'm', 'p', 'p', 't', 't',
  'ng', 't', 't', 'k', 't', 'p', 't',
];

/** Customary spellings of surnames, which no scheme gives. */
export const KOREAN_SURNAMES: Readonly<Record<string, readonly string[]>> = {
  김: ['kim', 'gim'],
  이: ['lee', 'yi', 'i', 'rhee', 'ri', 'li'],
  리: ['ri', 'lee', 'rhee', 'li'],
  박: ['park', 'pak', 'bak'],
  최: ['choi', 'choe', 'choy'],
  정: ['jung', 'jeong', 'chong', 'chung'],
  강: ['kang', 'gang'],
  조: ['cho', 'jo'],
  윤: ['yoon', 'yun'],
  장: ['jang', 'chang'],
  임: ['lim', 'im', 'rim'],
  림: ['rim', 'lim'],
  한: ['han'],
  오: ['oh', 'o'],
  서: ['seo', 'suh', 'so'],
  신: ['shin', 'sin'],
  권: ['kwon', 'gwon'],
  황: ['hwang'],
  안: ['ahn', 'an'],
  송: ['song'],
  전: ['jeon', 'jun', 'chon', 'chun'],
  홍: ['hong'],
  유: ['yoo', 'yu', 'ryu'],
  류: ['ryu', 'yu', 'yoo'],
  고: ['ko', 'go', 'koh'],
  문: ['moon', 'mun'],
  양: ['yang'],
  손: ['son', 'sohn'],
  배: ['bae', 'pae'],
  백: ['baek', 'paek', 'paik'],
  허: ['heo', 'hur', 'ho'],
  노: ['noh', 'roh', 'no'],
  로: ['ro', 'no'],
  남: ['nam'],
  심: ['sim', 'shim'],
  하: ['ha'],
  곽: ['kwak', 'gwak'],
  성: ['sung', 'seong', 'song'],
  차: ['cha'],
  주: ['joo', 'ju', 'chu'],
  우: ['woo', 'u'],
  구: ['koo', 'gu', 'ku'],
  나: ['na', 'ra'],
  민: ['min'],
  진: ['jin', 'chin'],
  지: ['ji', 'chi'],
  엄: ['um', 'eom', 'om'],
  변: ['byun', 'pyon'],
  현: ['hyun', 'hyon', 'hyeon'],
  방: ['bang', 'pang'],
  태: ['thae', 'tae'],
  량: ['ryang', 'yang'],
};

/** Given-name syllables whose customary spelling no scheme gives. */
const CUSTOMARY: Record<string, string[]> = {
  은: ['un', 'eun'],
  일: ['il'],
  성: ['song', 'sung', 'seong'],
  영: ['yong', 'young', 'yeong'],
  정: ['jong', 'jung', 'jeong', 'chong'],
  현: ['hyon', 'hyun', 'hyeon'],
  준: ['jun', 'joon', 'chun'],
  수: ['su', 'soo'],
  우: ['u', 'woo'],
  원: ['won'],
  경: ['kyong', 'kyung', 'gyeong'],
  희: ['hui', 'hee'],
  철: ['chol', 'cheol', 'chul'],
  혁: ['hyok', 'hyuk', 'hyeok'],
  식: ['sik', 'shik'],
  명: ['myong', 'myung', 'myeong'],
  선: ['son', 'sun', 'seon'],
  진: ['jin', 'chin'],
  재: ['jae', 'chae'],
};

const COMPOUND_SURNAMES = ['남궁', '황보', '제갈', '사공', '선우', '독고', '서문'];

function regular(syllable: string): string[] {
  const place = (syllable.codePointAt(0) ?? 0) - FIRST_SYLLABLE;
  const vowel = Math.floor(place / FINAL_COUNT) % VOWEL_COUNT;
  const initial = Math.floor(place / (FINAL_COUNT * VOWEL_COUNT));
  return combine([INITIALS[initial] ?? [''], VOWELS[vowel] ?? [''], [FINALS[place % FINAL_COUNT] ?? '']]);
}

const R = 5;
const N = 2;
const SILENT = 11;
/** ya, yae, yeo, ye, yo, yu and i. */
const AFTER_SILENT = new Set([2, 3, 6, 7, 12, 17, 20]);

/**
 * South Korea drops an initial r before i and y and says n before other vowels: 리 is also 이, 로 also
 * 노.
 */
export function withoutInitialR(syllable: string): string[] {
  const place = (syllable.codePointAt(0) ?? 0) - FIRST_SYLLABLE;
  const perInitial = VOWEL_COUNT * FINAL_COUNT;
  if (Math.floor(place / perInitial) !== R) return [];
  const vowel = Math.floor(place / FINAL_COUNT) % VOWEL_COUNT;
  const initial = AFTER_SILENT.has(vowel) ? SILENT : N;
  return [String.fromCodePoint(FIRST_SYLLABLE + initial * perInitial + (place % perInitial))];
}

const isSyllable = (letter: string) => /^[\uac00-\ud7a3]$/.test(letter);

const givenSyllable = (syllable: string) => distinct([...(CUSTOMARY[syllable] ?? []), ...regular(syllable)]);

export const koreanSurnameLength = (name: string) =>
  COMPOUND_SURNAMES.some((surname) => name.startsWith(surname)) ? 2 : 1;

/** The spellings of each syllable; the first may be a surname. */
export function koreanSyllables(name: string, { hasSurname }: { hasSurname: boolean }): string[][] {
  return [...name]
    .filter(isSyllable)
    .map((syllable, at) =>
      at === 0 && hasSurname
        ? distinct([...(KOREAN_SURNAMES[syllable] ?? []), ...regular(syllable)])
        : givenSyllable(syllable),
    );
}
