/** The writing system of a piece of a name; decides how the piece is romanised. */
export type Script =
  | 'latin'
  | 'cyrillic'
  | 'greek'
  | 'arabic'
  | 'hebrew'
  | 'indic'
  | 'han'
  | 'hangul'
  | 'kana'
  | 'other';

const PATTERNS: readonly [Script, RegExp][] = [
  ['latin', /\p{Script=Latin}/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['arabic', /\p{Script=Arabic}/u],
  ['han', /\p{Script=Han}/u],
  ['hangul', /\p{Script=Hangul}/u],
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['greek', /\p{Script=Greek}/u],
  ['hebrew', /\p{Script=Hebrew}/u],
  // The blocks that share one layout, from Devanagari to Malayalam.
  ['indic', /[\u0900-\u0d7f]/u],
];

const PLAIN = /^[a-z0-9]*$/;

/** The script of the first letter that has one; digits and signs alone are read as they are. */
export function scriptOf(piece: string): Script {
  if (PLAIN.test(piece)) return 'latin';
  const letter = /\p{L}/u.exec(piece)?.[0];
  if (letter === undefined) return 'latin';
  return PATTERNS.find(([, pattern]) => pattern.test(letter))?.[0] ?? 'other';
}

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

export const isEastAsian = (script: Script) => script === 'han' || script === 'hangul' || script === 'kana';

export const hasEastAsian = (text: string) => EAST_ASIAN.test(text);

const SPACE_WITHIN = new RegExp(`(?<=${EAST_ASIAN.source})[\\s\\u3000·・]+(?=${EAST_ASIAN.source})`, 'gu');

/** A Chinese, Japanese or Korean name without the spaces between its characters, if it has any. */
export function withoutEastAsianSpaces(text: string): string | undefined {
  if (!hasEastAsian(text)) return undefined;
  const joined = text.replace(SPACE_WITHIN, '');
  return joined === text ? undefined : joined;
}
