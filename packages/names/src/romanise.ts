import { cantoneseSpellings } from './cantonese.ts';
import type { NameTables } from './name-tables.ts';
import { hanjaSyllables, sinoVietnameseSyllables } from './read-hanja.ts';
import { kanjiWords } from './read-kanji.ts';
import { kanaSpellings } from './romanise-japanese.ts';
import { koreanSurnameLength, koreanSyllables } from './romanise-korean.ts';
import { type Script, scriptOf } from './scripts.ts';
import { byTurns, combine, distinct } from './spellings.ts';
import { wadeGiles } from './wade-giles.ts';

/**
 * A name of at most this many characters without spaces is a surname and a given name; longer ones
 * are companies.
 */
const LONGEST_PERSON_NAME = 4;
const COMPOUND_SURNAMES =
  '欧阳 歐陽 司马 司馬 诸葛 諸葛 上官 司徒 东方 東方 独孤 獨孤 南宫 南宮 夏侯 尉迟 尉遲 皇甫 公孙 公孫 慕容 令狐 长孙 長孫 宇文 轩辕 軒轅 端木 申屠'.split(
    ' ',
  );

/** The syllables of a piece in one romanisation scheme, each in its spellings. */
type Syllables = readonly (readonly string[])[];

function chineseSchemes({ pinyin, jyutping }: NameTables, piece: string, country: string | undefined): Syllables[] {
  // A Japanese name is not read as Chinese.
  if (!pinyin || !jyutping || country === 'JP') return [];
  const syllables = pinyin(piece);
  const mainland = () => syllables.map((syllable) => pinyinSpellings(syllable));
  const taiwan = () => syllables.map(wadeGiles);
  const hongKong = () => jyutping(piece).map((each) => (each ? cantoneseSpellings(each) : ['']));
  if (country === 'CN' || country === 'SG') return [mainland()];
  // Taiwan lets passport holders choose the scheme, and many younger people choose pinyin.
  if (country === 'TW') return [taiwan(), mainland()];
  if (country === 'HK' || country === 'MO') return [hongKong()];
  return [mainland(), taiwan(), hongKong()];
}

/** Passports write ü as yu, lists as u or v. */
const pinyinSpellings = (syllable: string) =>
  syllable.includes('v') ? ['u', 'v', 'yu', 'ue'].map((vowel) => syllable.replace('v', vowel)) : [syllable];

function schemesOf(
  tables: NameTables,
  piece: string,
  { script, country }: { script: Script; country: string | undefined },
): Syllables[] {
  if (script === 'hangul') return [koreanSyllables(piece, { hasSurname: true })];
  const own = ownSyllables(tables, piece, country);
  return own ? [own] : chineseSchemes(tables, piece, country);
}

/**
 * Chinese characters as read in Korea and Vietnam; undefined for other countries, or if a character
 * has no reading there.
 */
function ownSyllables(tables: NameTables, piece: string, country: string | undefined): Syllables | undefined {
  if (country === 'KP' || country === 'KR') return hanjaSyllables(tables, piece);
  return country === 'VN' ? sinoVietnameseSyllables(tables, piece) : undefined;
}

function surnameLength(piece: string, script: Script): number {
  if (script === 'hangul') return koreanSurnameLength(piece);
  return COMPOUND_SURNAMES.some((surname) => piece.startsWith(surname)) ? 2 : 1;
}

/**
 * The possible Latin words of a Chinese, Japanese or Korean piece, each in its spellings. The given
 * name is one word or one word per syllable, since lists do either. A piece that is the whole name
 * begins with the surname.
 */
export function romanisedWords(
  tables: NameTables,
  piece: string,
  { country, isWholeName }: { country: string | undefined; isWholeName: boolean },
): string[][][] {
  const script = scriptOf(piece);
  if (script === 'kana') return [[kanaSpellings(piece)]];
  const isPerson = isWholeName && [...piece].length <= LONGEST_PERSON_NAME;
  const surname = isPerson ? surnameLength(piece, script) : 0;
  const bySyllable = schemesOf(tables, piece, { script, country }).flatMap((syllables) => {
    const apart = syllables.map((each) => [...each]);
    const joined = [syllables.slice(0, surname), syllables.slice(surname)]
      .filter((part) => part.length > 0)
      .map(combine);
    return joined.length === apart.length ? [apart] : [joined, apart];
  });
  return [...bySyllable, ...japaneseWords(tables, piece, { country, isWholeName })];
}

/** Surname and given name as read in Japan, if known, each with its plain spelling first. */
function japaneseWords(
  { kanji }: NameTables,
  piece: string,
  { country, isWholeName }: { country: string | undefined; isWholeName: boolean },
): string[][][] {
  if (!kanji || (country !== undefined && country !== 'JP')) return [];
  const words = kanjiWords(kanji, piece, { isWholeName });
  return words ? [words.map((readings) => distinct(byTurns(readings.map(kanaSpellings))))] : [];
}
