import { join } from 'node:path';
import { withoutEmbeddings } from './direction.ts';
import { hasCharacter } from './font-metrics.ts';
import { FAMILIES, type FamilyKey, familyOrder, fontFilesOf, printerHome } from './fonts.ts';

/**
 * The font families a text needs, in fallback order. Others are not loaded: most texts need one
 * megabyte of fonts, all of them are 56.
 */
export function neededFamilies(text: string): FamilyKey[] {
  const order = familyOrder(text);
  const needed = new Set<FamilyKey>(['text']);
  for (const piece of piecesOf(withoutEmbeddings(text))) {
    const codePoints = [...piece].map((character) => character.codePointAt(0) ?? 0);
    for (const codePoint of codePoints) {
      const family = order.find((key) => hasCharacter(key, codePoint));
      if (family) needed.add(family);
    }
    if (codePoints.length === 1) continue;
    // A letter and its marks must come from one font, which may differ from the letter's own.
    const whole = order.find((key) => codePoints.every((one) => hasCharacter(key, one)));
    if (whole) needed.add(whole);
  }
  return order.filter((key) => needed.has(key));
}

const MARK = /\p{M}/u;
const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Each distinct character, or each distinct grapheme if the text contains marks. */
function piecesOf(text: string): Set<string> {
  if (!MARK.test(text)) return new Set(text);
  return new Set([...letters.segment(text)].map(({ segment }) => segment));
}

export const namesOf = (families: readonly FamilyKey[]) => families.map((key) => FAMILIES[key].name);

/** Paths of their font files. */
export function filesOf(families: readonly FamilyKey[]): string[] {
  const home = printerHome();
  return families.flatMap(fontFilesOf).map((file) => join(home, file));
}

const RIGHT_TO_LEFT: readonly FamilyKey[] = ['arabic', 'hebrew'];

/**
 * For right-to-left text, its own font comes first, including spaces, digits and punctuation. A
 * line then uses one font and is extracted from the file in one piece.
 */
export function rightToLeftOrder(families: readonly FamilyKey[]): FamilyKey[] {
  const own = families.filter((key) => RIGHT_TO_LEFT.includes(key));
  return [...own, ...families.filter((key) => !own.includes(key))];
}
