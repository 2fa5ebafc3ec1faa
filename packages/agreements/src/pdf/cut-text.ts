import { layoutMultilineText, layoutSinglelineText, type PDFFont, TextAlignment } from '@cantoo/pdf-lib';
import type { Size } from './page-geometry.ts';

/** What of a value a form field prints: whole lines, or the beginning of a line. */
export type Cut = { kind: 'lines'; lines: number } | { kind: 'width' };

export interface Room extends Size {
  font: PDFFont;
  /** Undefined if the text shrinks to fit. */
  fontSize: number | undefined;
  multiline: boolean;
}

const ROUNDING = 1e-6;
/** A line whose baseline is this much of a size below the box can still be read. */
const BELOW = 0.05;

/** The text that is visible in its box. The rest would be in the text of the page, but on no paper. */
export function cutToRoom(text: string, room: Room): { text: string; cut?: Cut } {
  const { font, width } = room;
  const bounds = { x: 0, y: 0, width, height: room.height };
  const { fontSize } = room;
  const layout = { alignment: TextAlignment.Left, font, bounds, ...(fontSize !== undefined && { fontSize }) };
  if (!room.multiline) {
    const { line, fontSize: size } = layoutSinglelineText(text, layout);
    const shown = beginning(line.text, (part) => font.widthOfTextAtSize(part, size) <= width + ROUNDING);
    return shown === line.text ? { text } : { text: shown, cut: { kind: 'width' } };
  }
  const { lines, fontSize: size } = layoutMultilineText(text, layout);
  const printed = lines.filter(({ y }, index) => index === 0 || y >= -BELOW * size);
  const shown = printed.map((line) =>
    beginning(line.text, (part) => font.widthOfTextAtSize(part, size) <= width + ROUNDING),
  );
  if (printed.length < lines.length) return { text: shown.join('\n'), cut: { kind: 'lines', lines: printed.length } };
  if (printed.every((line, index) => line.text === shown[index])) return { text };
  return { text: shown.join('\n'), cut: { kind: 'width' } };
}

/** The longest beginning that fits, by halving; at least one character. */
function beginning(text: string, fits: (part: string) => boolean): string {
  if (fits(text)) return text;
  const characters = [...text];
  let [least, most] = [1, characters.length];
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (fits(characters.slice(0, middle).join(''))) least = middle;
    else most = middle;
  }
  return characters.slice(0, least).join('');
}
