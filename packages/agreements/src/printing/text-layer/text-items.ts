import type { Glyph } from './clusters.ts';
import { type ContentOperand, type ContentOperation, operationsOf, stringAt } from './content-operations.ts';

/** A glyph and its position in its item, in points along the line. */
export interface PlacedGlyph extends Glyph {
  x: number;
}

/** The content between `BT` and `ET`: a piece of a line, in one font and at one height. */
export interface TextItem {
  start: number;
  end: number;
  font: string;
  size: number;
  /** Where it begins on its page. */
  place: { x: number; y: number };
  /** Operators before it, such as its colour. */
  style: string;
  /** Marked-content id of the page's structure. */
  mark: number | undefined;
  units: { text: string; glyphs: PlacedGlyph[] }[];
  width: number;
  /** Whether its glyphs are in visual order instead of text order. */
  isReversed: boolean;
}

/** The text and advance of each code of a font, as the file defines them. */
export interface FontReading {
  textOf: (code: number) => string;
  advanceOf: (code: number) => number;
}

type Matrix = readonly [number, number, number, number, number, number];

/**
 * Every text item of a page in stream order. Undefined if the stream contains operators that Typst
 * does not write.
 */
export function textItemsIn(content: string, fontOf: (name: string) => FontReading): TextItem[] | undefined {
  const items: TextItem[] = [];
  const saved: Matrix[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  let open: TextItem | undefined;
  let font: FontReading | undefined;
  const actual: (TextItem['units'][number] | undefined)[] = [];
  let styledFrom = 0;
  const marks: (number | undefined)[] = [];
  for (const { operator, operands, start, end } of operationsOf(content)) {
    if (operator === 'q') saved.push(matrix);
    else if (operator === 'Q') matrix = saved.pop() ?? matrix;
    else if (operator === 'cm') {
      matrix = product(operands as unknown as Matrix, matrix);
      styledFrom = end;
    } else if (operator === 'BT') {
      const place = { x: matrix[4], y: matrix[5] };
      const style = content.slice(styledFrom, start);
      const mark = marks.findLast((one) => one !== undefined);
      open = {
        start,
        end,
        font: '',
        size: 0,
        place,
        style,
        mark,
        units: [],
        width: 0,
        isReversed: false,
      };
    } else if (open && operator === 'ET') {
      items.push({ ...open, end });
      open = undefined;
    } else if (open && operator === 'Tf') {
      if (open.font && open.font !== operands[0]) return undefined;
      font = fontOf(String(operands[0]));
      open.font = String(operands[0]);
      open.size = Number(operands[1]);
    } else if (open && operator === 'Tm') {
      if (operands.join() !== '1,0,0,-1,0,0' && open.units.length === 0) return undefined;
      open.width = Number(operands[4]);
    } else if (open && (operator === 'BDC' || operator === 'BMC')) {
      actual.push(actualTextOf(operands, open) ?? actual.at(-1));
      if (operands[0] === '/ReversedChars') open.isReversed = true;
    } else if (open && operator === 'EMC') actual.pop();
    else if (operator === 'BDC' || operator === 'BMC') marks.push(markOf(operands));
    else if (operator === 'EMC') marks.pop();
    else if (open && font && (operator === 'TJ' || operator === 'Tj')) show(open, font, operands, actual.at(-1));
    else if (open && operator !== 'Tr') return undefined;
  }
  return items;
}

const product = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + b * i,
  a * h + b * j,
  c * g + d * i,
  c * h + d * j,
  e * g + f * i + k,
  e * h + f * j + l,
];

function markOf(operands: ContentOperation['operands']): number | undefined {
  const mark = /\/MCID\s+(\d+)/.exec(dictionaryIn(operands))?.[1];
  return mark === undefined ? undefined : Number(mark);
}

function dictionaryIn([, properties]: ContentOperation['operands']): string {
  return typeof properties === 'object' && 'dictionary' in properties ? properties.dictionary : '';
}

function actualTextOf(operands: ContentOperation['operands'], item: TextItem) {
  const dictionary = dictionaryIn(operands);
  const entry = /\/ActualText\s*/.exec(dictionary);
  const bytes = entry && stringAt(dictionary, entry.index + entry[0].length);
  if (!bytes) return undefined;
  const unit = { text: textString(bytes), glyphs: [] };
  item.units.push(unit);
  return unit;
}

/** UTF-16 with a byte order mark, otherwise one byte per character. */
const textString = (bytes: Uint8Array) =>
  bytes[0] === 0xfe && bytes[1] === 0xff
    ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
    : Buffer.from(bytes).toString('latin1');

function show(
  item: TextItem,
  font: FontReading,
  [shown]: readonly ContentOperand[],
  actual: TextItem['units'][number] | undefined,
): void {
  for (const part of Array.isArray(shown) ? shown : [shown]) {
    if (typeof part === 'number') item.width -= (part / 1000) * item.size;
    if (!(part instanceof Uint8Array)) continue;
    for (let index = 0; index + 1 < part.length; index += 2) {
      const code = ((part[index] ?? 0) << 8) | (part[index + 1] ?? 0);
      const glyph = { code, advance: font.advanceOf(code), x: item.width };
      if (actual) actual.glyphs.push(glyph);
      else item.units.push({ text: font.textOf(code), glyphs: [glyph] });
      item.width += (glyph.advance / 1000) * item.size;
    }
  }
}

/**
 * Groups consecutive items without a gap that differ only in height: letters of one line and their
 * parts. `partOf` returns the structure element of a mark.
 */
export function linesOf(items: readonly TextItem[], partOf: (mark: number | undefined) => unknown): TextItem[][] {
  const lines: TextItem[][] = [];
  for (const item of items) {
    const last = lines.at(-1)?.at(-1);
    if (last && continues(last, item) && partOf(last.mark) === partOf(item.mark)) lines.at(-1)?.push(item);
    else lines.push([item]);
  }
  return lines;
}

function continues(last: TextItem, { font, size, style, place }: TextItem): boolean {
  const gap = place.x - (last.place.x + last.width);
  return (
    last.font === font &&
    last.size === size &&
    last.style === style &&
    Math.abs(last.place.y - place.y) < size &&
    Math.abs(gap) < size
  );
}
