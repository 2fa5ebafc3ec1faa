import { KOREAN_SURNAMES, koreanSyllables, withoutInitialR } from '../romanise-korean.ts';
import { joinedKeys, splitSyllables } from './syllable-keys.ts';

/**
 * Syllables of Korean names, roughly by frequency: a spelling is read as the first few that fit.
 */
const NAME_SYLLABLES =
  '정영현성은진경수희민지미준승호재상동철기원선순용숙혜인주연옥자우태종석명훈남일병광국규근길덕란만문범복봉빈서섭세' +
  '소송식신실심아안양언엽예오완요욱운웅유윤율의이익임장전제조중찬창천청춘충치택평표필하학한해향헌혁형홍화환황효후흥' +
  '강건걸겸계고곤관교구군권귀균금나노다단달담대도돈두득라래량려력련렬령로룡류륜률리린림마매맹면모목무묵박방배백보부' +
  '비사산삼생설손솔슬여열염엄온월위음응적존증차채초총최추탁통팔풍항허협회휘흠';

/** Customary spellings beyond those of `romanise-korean.ts`. */
const CUSTOMARY: Readonly<Record<string, readonly string[]>> = {
  우: ['woo', 'wu'],
  욱: ['wook', 'uk', 'ook'],
  운: ['woon', 'un'],
  웅: ['woong', 'ung'],
  신: ['shin'],
  식: ['shik'],
  실: ['shil'],
  심: ['shim'],
  이: ['lee', 'yi', 'ee', 'rhee'],
  유: ['yoo', 'yu'],
  윤: ['yoon', 'yun'],
  율: ['yul', 'yool'],
  규: ['kyoo', 'gyoo'],
  희: ['hee', 'hui', 'hi'],
  의: ['ui', 'eui'],
  원: ['weon'],
  아: ['ah'],
  회: ['hoi'],
  택: ['thaek', 'taik'],
  탁: ['thak'],
  은: ['eun', 'un'],
  음: ['eum'],
  승: ['seung', 'sung'],
  근: ['keun', 'geun', 'kun'],
  훈: ['hoon', 'hun'],
  혜: ['hye', 'hae'],
  현: ['hyun', 'hyeon', 'hyon'],
  태: ['thae', 'tae'],
  재: ['jai'],
  해: ['hai'],
  대: ['dai', 'dae'],
  계: ['kye', 'gye'],
  례: ['rye', 'ye'],
};

const MOST_READINGS = 3;
const FIRST_SYLLABLE = 0xac00;
const VOWELS = 21;
const FINALS = 28;
const INITIAL_LETTERS = 'g kk n d tt r m b pp s ss 0 j jj ch k t p h'.split(' ');
const VOWEL_LETTERS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');

/**
 * One key for the North and South Korean forms of a syllable: Ri and I, Ryong and Yong, Ro and No.
 */
function keyOf(hangul: string): string {
  const spoken = withoutInitialR(hangul)[0] ?? hangul;
  const place = (spoken.codePointAt(0) ?? 0) - FIRST_SYLLABLE;
  const vowel = Math.floor(place / FINALS) % VOWELS;
  const initial = Math.floor(place / (FINALS * VOWELS));
  return `${INITIAL_LETTERS[initial]}${VOWEL_LETTERS[vowel]}${place % FINALS}`;
}

function spelledBy(
  hangul: Iterable<string>,
  spellings: (syllable: string) => readonly string[],
): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const syllable of hangul) {
    const key = keyOf(syllable);
    for (const spelling of spellings(syllable)) {
      const known = map.get(spelling);
      if (!known) map.set(spelling, [key]);
      else if (known.length < MOST_READINGS && !known.includes(key)) known.push(key);
    }
  }
  return map;
}

/** Eo is written u before a consonant only: Sung may be Seong, but Su is not Seo. */
const ENDS_IN_EO = /[서저허거너더러머버어처커터퍼여려며벼녀]/;

const given = spelledBy(NAME_SYLLABLES, (syllable) => [
  ...(CUSTOMARY[syllable] ?? []),
  ...(koreanSyllables(syllable, { hasSurname: false })[0] ?? []).filter(
    (spelling) => !(ENDS_IN_EO.test(syllable) && spelling.endsWith('u')),
  ),
]);
const surnames = spelledBy(Object.keys(KOREAN_SURNAMES), (syllable) => [...(KOREAN_SURNAMES[syllable] ?? [])]);

const FEWEST_SYLLABLES = 2;
const MOST_SYLLABLES = 4;

/**
 * Keys of the words of a Korean name: the Hangul syllables they may stand for. Only if the whole
 * name is Korean: a surname first or last, and only syllables of names, two to four in all.
 */
export function koreanKeys(all: readonly string[]): string[][] | undefined {
  const last = all.length - 1;
  if (!surnames.has(all[0] ?? '') && !surnames.has(all[last] ?? '')) return undefined;
  let count = 0;
  for (const [at, word] of all.entries()) {
    const isSurname = (at === 0 || at === last) && surnames.has(word);
    const ways = isSurname ? [[word]] : splitSyllables(word, given);
    if (ways.length === 0) return undefined;
    count += ways[0]?.length ?? 0;
  }
  if (count < FEWEST_SYLLABLES || count > MOST_SYLLABLES) return undefined;
  return all.map((word, at) => {
    const surname = at === 0 || at === last ? (surnames.get(word) ?? []) : [];
    return [...new Set([...surname, ...joinedKeys(word, given)])];
  });
}

export const isKoreanSyllable = (word: string) => given.has(word) || surnames.has(word);
