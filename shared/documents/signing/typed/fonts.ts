import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  FAMILIES,
  type FamilyKey,
  familyOrder,
  fontFile,
  HANDWRITING_FILE,
  hasCharacter,
  printerHome,
} from '@assay/agreements/fonts';
import { create, type Font } from 'fontkit';

/** The handwriting font, or one of the families for documents. */
export type Face = 'handwriting' | FamilyKey;

const opened = new Map<Face, Font>();

/** Loaded on first use: East Asian fonts have several megabytes, and few names need one. */
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

/** A range of a text in one font, given by its end. */
export interface FaceRun {
  end: number;
  face: Face;
}

/**
 * The handwriting font is used if it has every Latin and Cyrillic letter of a name, so that a name
 * never mixes two fonts. Other characters use the first family that has them with their marks.
 */
export function facesOf(text: string): FaceRun[] {
  const order = familyOrder(text);
  const words = text.split(/(?<= )/u);
  const isHandwritten = words.every((word) => !HANDWRITTEN.test(word) || isCovered('handwriting', word));
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
      // Blanks and punctuation continue in the preceding font.
      const faces = last && last !== 'handwriting' ? [last, ...order] : order;
      runs.push({ end, face: faces.find((face) => isCovered(face, segment)) ?? 'text' });
    }
  }
  return runs;
}

const UNSEEN = /[\u{ad}\u{61c}\u{200b}-\u{200f}\u{2060}\u{feff}]|[\u{fe00}-\u{fe0f}]/u;
/** Letters of the scripts that the handwriting font covers. */
const HANDWRITTEN = /[\p{Script=Latin}\p{Script=Cyrillic}]/u;

const isCovered = (face: Face, text: string) =>
  [...text].every((character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    if (UNSEEN.test(character)) return true;
    return face === 'handwriting' ? fontOf(face).hasGlyphForCodePoint(codePoint) : hasCharacter(face, codePoint);
  });
