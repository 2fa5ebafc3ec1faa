import { wadeGiles } from '../wade-giles.ts';
import { CANTONESE_GIVEN, CANTONESE_SURNAMES, PINYIN, PINYIN_SURNAMES } from './chinese-syllables.ts';
import { joinedKeys, type Syllables, splitSyllables } from './syllable-keys.ts';

const words = (text: string) => text.trim().split(/\s+/);

/** Pinyin ü is written u, v or yu; the spellings are treated alike. */
const plainPinyin = (syllable: string) => syllable.replace('v', 'u');

function add(map: Map<string, string[]>, written: string, pinyin: string): void {
  const known = map.get(written);
  if (!known) map.set(written, [pinyin]);
  else if (!known.includes(pinyin)) known.push(pinyin);
}

const readings = (table: string): Map<string, string[]> =>
  new Map(
    words(table).map((line): [string, string[]] => {
      const [written = '', pinyin = ''] = line.split(':');
      return [written, pinyin.split('/').map(plainPinyin)];
    }),
  );

const pinyinSyllables = new Map<string, string[]>();
const wadeGilesSyllables = new Map<string, string[]>();
for (const syllable of words(PINYIN)) {
  add(pinyinSyllables, syllable, plainPinyin(syllable));
  add(pinyinSyllables, plainPinyin(syllable), plainPinyin(syllable));
  for (const written of wadeGiles(syllable)) add(wadeGilesSyllables, written, plainPinyin(syllable));
}
const cantoneseSyllables = readings(CANTONESE_GIVEN);

const mainlandSurnames = new Set(words(PINYIN_SURNAMES).map(plainPinyin));
const cantoneseSurnames = readings(CANTONESE_SURNAMES);
/** Customary spellings in Taiwan that deviate from the scheme. */
const wadeGilesSurnames = new Map([
  ['lee', ['li']],
  ['soong', ['song']],
  ['chow', ['zhou']],
]);
for (const surname of mainlandSurnames)
  for (const written of wadeGiles(surname)) if (written !== surname) add(wadeGilesSurnames, written, surname);

/** Taiwan's spelling of 張, which is far more common than the mainland surname of the same letters. */
const OFTEN_OTHER: Readonly<Record<string, readonly string[]>> = { chang: ['chang', 'zhang'] };

interface Surname {
  /** In a name whose other words are pinyin. */
  amongPinyin: readonly string[];
  /** In a name whose other words follow Taiwan or Hong Kong. */
  amongOthers: readonly string[];
  isPinyin: boolean;
  /** Schemes of the other syllables. */
  others: readonly Syllables[];
}

function surnameOf(word: string): Surname | undefined {
  const isPinyin = mainlandSurnames.has(word);
  const [taiwan, hongKong] = [wadeGilesSurnames.get(word), cantoneseSurnames.get(word)];
  if (!isPinyin && !taiwan && !hongKong) return undefined;
  const own = isPinyin ? (OFTEN_OTHER[word] ?? [plainPinyin(word)]) : [];
  const all = [...new Set([...own, ...(taiwan ?? []), ...(hongKong ?? [])])];
  const others = [
    ...(taiwan || isPinyin ? [wadeGilesSyllables] : []),
    ...(hongKong || isPinyin ? [cantoneseSyllables] : []),
  ];
  return { isPinyin, amongPinyin: isPinyin ? own : all, amongOthers: all, others };
}

const fits = (given: readonly string[], syllables: Syllables) =>
  given.every((word) => splitSyllables(word, syllables).length > 0);

function givenSchemes(given: readonly string[], surname: Surname): Syllables[] {
  const isPinyin = fits(given, pinyinSyllables);
  if (surname.isPinyin && isPinyin) return [pinyinSyllables];
  const usual = surname.others.filter((one) => fits(given, one));
  const others =
    usual.length > 0 || isPinyin ? usual : [wadeGilesSyllables, cantoneseSyllables].filter((one) => fits(given, one));
  return isPinyin ? [...others, pinyinSyllables] : others;
}

function countSyllables(given: readonly string[], scheme: Syllables): number {
  return given.reduce((sum, word) => sum + (splitSyllables(word, scheme)[0]?.length ?? 0), 0);
}

const MOST_GIVEN_SYLLABLES = 2;

function keysWith(all: readonly string[], surnameAt: number): string[][] | undefined {
  const surname = surnameOf(all[surnameAt] ?? '');
  if (!surname) return undefined;
  const given = all.filter((_, at) => at !== surnameAt);
  const schemes = givenSchemes(given, surname).filter(
    (scheme) => countSyllables(given, scheme) <= MOST_GIVEN_SYLLABLES,
  );
  if (schemes.length === 0) return undefined;
  const isPinyin = schemes[0] === pinyinSyllables && schemes.length === 1;
  return all.map((word, at) =>
    at === surnameAt
      ? [...(isPinyin ? surname.amongPinyin : surname.amongOthers)]
      : [...new Set(schemes.flatMap((scheme) => joinedKeys(word, scheme)))],
  );
}

/**
 * Keys of the words of a Chinese name: the pinyin they may stand for. Only if the whole name is
 * Chinese: a surname first or last and one or two other syllables, all in one scheme. A name that
 * is pinyin throughout is read only as pinyin; otherwise Chen would also be Zhen, and Tang Deng, in
 * every name.
 */
export const chineseKeys = (
  all: readonly string[],
  { isSurnameFirst }: { isSurnameFirst: boolean },
): string[][] | undefined => keysWith(all, 0) ?? (isSurnameFirst ? undefined : keysWith(all, all.length - 1));

/** Whether a word is one syllable by any of the schemes, or a surname of one. */
export const isChineseSyllable = (word: string) =>
  pinyinSyllables.has(word) ||
  wadeGilesSyllables.has(word) ||
  cantoneseSyllables.has(word) ||
  cantoneseSurnames.has(word);
