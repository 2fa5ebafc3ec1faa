import type { Alignment, Block, Cell } from '../markdown/tree.ts';
import { type ColumnNeeds, columnWidths } from './column-widths.ts';
import { isRightToLeft } from './direction.ts';
import { widthInEms } from './font-metrics.ts';
import type { Line } from './long-words.ts';
import { IMAGE_HEIGHT_IN_CELLS, LINE_PITCH } from './page.ts';
import { runsOf } from './runs.ts';
import type { TextRun } from './text-run.ts';
import { boxesIn, textsIn } from './texts-of.ts';

export interface PrintableTable {
  kind: 'table';
  isRtl: boolean;
  columns: { width: number; alignment: Alignment }[];
  fontSize: number;
  /** Between a cell's border and its text. */
  padding: number;
  /** False for a header so high that little space would be left below it on each page. */
  repeatsHead: boolean;
  head: PrintableCell[];
  rows: PrintableCell[][];
}

export interface PrintableCell {
  runs: TextRun[];
  isRtl: boolean;
}

/** The largest size at which no word has to be broken, otherwise the smallest. */
const FONT_SIZE = 9.5;
const FONT_SIZES = [FONT_SIZE, 8.5, 7.5];
const SMALLEST = 7;
const PADDING = 5;
const HEAD_HEIGHT = 160;
/** A longer word, such as a URL or a key, does not widen its column. */
const LONGEST_WORD = 14;

/** A table as wide as the text around it, whatever its content. */
export function printableTable(
  { alignments, head, rows }: Extract<Block, { kind: 'table' }>,
  width: number,
): PrintableTable {
  const count = Math.max(1, head.length);
  const needs = head.map((_, column) => needsOf([head, ...rows].map((row) => row[column] ?? [])));
  const { fontSize, padding } = sizesFor(needs, width / count, width);
  const widths = columnWidths(needs, fontSize, padding, width);
  const cellsOf = (row: readonly Cell[]) =>
    head.map((_, column) =>
      printableCell(row[column] ?? [], {
        width: (widths[column] ?? 0) - 2 * padding - 0.5,
        size: fontSize,
        maxHeight: IMAGE_HEIGHT_IN_CELLS,
      }),
    );
  const printedHead = cellsOf(head);
  return {
    kind: 'table',
    fontSize,
    padding,
    isRtl: isRightToLeft(printedHead.flatMap(({ runs }) => runs.map(({ text }) => text)).join(' ')),
    columns: widths.map((one, column) => ({ width: one, alignment: alignments[column] ?? null })),
    repeatsHead: heightOf(printedHead, widths, fontSize, padding) <= HEAD_HEIGHT,
    head: printedHead,
    rows: rows.map(cellsOf),
  };
}

function printableCell(cell: Cell, line: Line): PrintableCell {
  const runs = runsOf(cell, line);
  return { runs, isRtl: isRightToLeft(runs.map(({ text }) => text).join('')) };
}

/**
 * Preferred widths of a column in ems: for its longest word, and for its longest cell on one line.
 */
function needsOf(cells: readonly Cell[]): ColumnNeeds {
  let word = 0;
  let line = 0;
  for (const cell of cells) {
    let inWord = 0;
    let inLine = 0;
    for (const { width } of boxesIn(cell)) {
      word = Math.max(word, width / FONT_SIZE);
      inLine += width / FONT_SIZE;
    }
    for (const { text } of textsIn(cell))
      for (const character of text) {
        const takes = widthInEms(character.codePointAt(0) ?? 0, 'text');
        inLine += takes;
        inWord = character === ' ' ? 0 : inWord + takes;
        if (inWord > word) word = inWord;
      }
    if (inLine > line) line = inLine;
  }
  return { word: Math.min(word, LONGEST_WORD), line };
}

function sizesFor(needs: readonly ColumnNeeds[], share: number, width: number) {
  const padding = Math.min(PADDING, share * 0.12);
  const words = needs.reduce((sum, { word }) => sum + word, 0);
  const fits = (size: number) => words * size + 2 * padding * needs.length <= width;
  // Every column has room for one letter, however many columns there are.
  const largest = (share - 2 * padding) / 1.05;
  return { padding, fontSize: Math.min(FONT_SIZES.find(fits) ?? SMALLEST, largest) };
}

/** An estimate from text widths that errs on the high side. */
function heightOf(
  cells: readonly PrintableCell[],
  widths: readonly number[],
  fontSize: number,
  padding: number,
): number {
  const lines = cells.map(({ runs }, column) => {
    const text = runs.map((run) => run.text).join('');
    const ems = [...text].reduce((sum, one) => sum + widthInEms(one.codePointAt(0) ?? 0, 'text'), 0);
    const breaks = text.split(/[\n\u200b]/).length;
    return breaks + Math.ceil((ems * fontSize) / ((widths[column] ?? 0) - 2 * padding)) * 1.3;
  });
  const images = cells.flatMap(({ runs }) => runs.map(({ image }) => image?.height ?? 0));
  return Math.max(0, ...lines) * fontSize * LINE_PITCH + Math.max(0, ...images) + 2 * padding;
}
