import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';
import { hasCharacter } from '../../printing/font-metrics.ts';
import {
  FAMILIES,
  type FamilyKey,
  familyOrder,
  fontFile,
  HANDWRITING_FILE,
  printerHome,
} from '../../printing/fonts.ts';

/** The handwriting, or one of the families that documents are printed in. */
export type Face = 'handwriting' | FamilyKey;

const opened = new Map<Face, Font>();

/** Opened on first use: fonts of East Asia have several megabytes, and few names need one. */
export function fontOf(face: Face): Font {
  const known = opened.get(face);
  if (known) return known;
  const file = face === 'handwriting' ? HANDWRITING_FILE : fontFile(FAMILIES[face], '400Regular');
  const font = create(readFileSync(join(printerHome(), file)));
  if (!('layout' in font)) throw new Error(`${file} holds more than one font.`);
  opened.set(face, font);
  return font;
}

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** A stretch of a text in one font, by where it ends. */
export interface FaceRun {
  end: number;
  face: Face;
}

/**
 * The handwriting is used where it has every Latin and Cyrillic letter of a name, so that no part of a name is
 * in another hand. Other characters are in the first family that has them with their marks.
 */
export function facesOf(text: string): FaceRun[] {
  const order = familyOrder(text);
  const words = text.split(/(?<= )/u);
  const isHandwritten = words.every(
    (word) => !HANDWRITTEN.test(word) || isCovered('handwriting', word),
  );
  const runs: FaceRun[] = [];
  let end = 0;
  for (const word of words) {
    if (isHandwritten && isCovered('handwriting', word)) {
      end += word.length;
      runs.push({ end, face: 'handwriting' });
      continue;
    }
    for (const { segment } of clusters.segment(word)) {
      end += segment.length;
      const last = runs.at(-1)?.face;
      // Blanks and punctuation go on in the font before them.
      const faces = last && last !== 'handwriting' ? [last, ...order] : order;
      runs.push({ end, face: faces.find((face) => isCovered(face, segment)) ?? 'text' });
    }
  }
  return runs;
}

const UNSEEN = /[\u{ad}\u{61c}\u{200b}-\u{200f}\u{2060}\u{feff}]|[\u{fe00}-\u{fe0f}]/u;
/** Letters of the alphabets that the handwriting has. */
const HANDWRITTEN = /[\p{Script=Latin}\p{Script=Cyrillic}]/u;

const isCovered = (face: Face, text: string) =>
  [...text].every((character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    if (UNSEEN.test(character)) return true;
    return face === 'handwriting'
      ? fontOf(face).hasGlyphForCodePoint(codePoint)
      : hasCharacter(face, codePoint);
  });
