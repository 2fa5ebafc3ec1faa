import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Block } from '../../src/markdown/tree.ts';
import { columnWidths } from '../../src/printing/column-widths.ts';
import { isRightToLeft } from '../../src/printing/direction.ts';
import { BREAK, breakLongWords } from '../../src/printing/long-words.ts';
import { printableBlocks } from '../../src/printing/printable.ts';
import { runsOf } from '../../src/printing/runs.ts';
import { code, codeBlock, list, pageBreak, paragraph, quote, strong, table, text, times, treeOf } from './trees.ts';

const LINE = { width: 100, size: 10 };
const blocksOf = (...blocks: Block[]) => printableBlocks(treeOf(...blocks), 'A4');
const broken = (words: string, line = LINE) =>
  breakLongWords([{ text: words }], line)
    .map((run) => run.text)
    .join('');

test('printing: white space is collapsed, removed at the start of a line, and nested styles combine', () => {
  const runs = runsOf(
    [
      text('  a \n b'),
      text(' '),
      strong(text(' c '), { kind: 'emphasis', children: [code('d  e')] }),
      { kind: 'line-break' },
      text('  f'),
    ],
    { width: 500, size: 10 },
  );

  expect(runs).toEqual([
    { text: 'a b ' },
    { text: 'c ', isBold: true },
    { text: 'd  e', isBold: true, isItalic: true, isCode: true },
    { text: '\nf' },
  ]);
});

test('printing: a word that fits a line is not broken, a longer one gets break opportunities', () => {
  expect(broken('several words that fit')).toBe('several words that fit');
  expect(
    broken('m'.repeat(25))
      .split(BREAK)
      .map((part) => part.length),
  ).toEqual([10, 10, 5]);
});

test('printing: a break opportunity is never between a letter and its marks', () => {
  const pieces = broken('e\u0301\u0302'.repeat(60)).split(BREAK);

  expect(pieces.length).toBeGreaterThan(2);
  for (const piece of pieces) expect(piece).toMatch(/^(e\u0301\u0302)+$/u);
});

test('printing: only break opportunities are added, and no piece is wider than a line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (words) => {
      const out = broken(words);

      expect(out.replaceAll(BREAK, '')).toBe(words.replaceAll(BREAK, ''));
      // The narrowest letters are a quarter of an em wide.
      for (const piece of out.split(/[\s\u200b]/))
        if (/^[a-z]+$/.test(piece)) expect(piece.length).toBeLessThanOrEqual(40);
    }),
  );
});

test('printing: Chinese text gets no extra break opportunities', () => {
  expect(broken('合同双方'.repeat(50))).not.toContain(BREAK);
});

test('printing: code keeps its spaces, and tabs are expanded to the next stop', () => {
  const [block] = blocksOf(codeBlock('a\tb\r\n\t\tc  d\n'));

  expect(block).toEqual({ kind: 'code-block', text: 'a   b\n        c  d' });
});

test('printing: lists and quotes beyond eight levels keep text and markers, but are not indented', () => {
  let inner: Block = paragraph('innermost');
  for (const level of times(30, (index) => index)) inner = level % 2 ? quote(inner) : list(7, [inner]);

  const printed = JSON.stringify(blocksOf(inner));

  expect(printed.match(/"blocks"/g)).toHaveLength(8);
  expect(printed).toContain('7. innermost');
});

test('printing: a page break that would leave an empty page is dropped', () => {
  const kinds = blocksOf(pageBreak, paragraph('a'), pageBreak, pageBreak, paragraph('b'), pageBreak).map(
    ({ kind }) => kind,
  );

  expect(kinds).toEqual(['paragraph', 'page-break', 'paragraph']);
});

test.each([
  ['שלום world', true],
  ['1. (العقد)', true],
  ['world שלום', false],
  ['123', false],
  ['\u200fworld', true],
])('printing: the first letter of %j determines the direction', (words, isRtl) => {
  expect(isRightToLeft(words)).toBe(isRtl);
});

test('printing: table columns fill the width of the text, whatever they contain', () => {
  const ems = fc.double({ min: 0, max: 500, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(ems, ems), { minLength: 1, maxLength: 60 }),
      fc.double({ min: 0.5, max: 10, noNaN: true }),
      (columns, size) => {
        const needs = columns.map(([a, b]) => ({ word: Math.min(a, b), line: Math.max(a, b) }));

        const widths = columnWidths(needs, size, 1, 471);

        expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(471, 3);
        for (const width of widths) expect(width).toBeGreaterThan(0);
      },
    ),
  );
});

test('printing: a column fits its longest word if all columns can', () => {
  const [printed] = blocksOf(table(['A', 'Description'], [['Confidentiality', 'many words '.repeat(40)]]));

  expect(JSON.stringify(printed)).not.toContain(BREAK);
  expect(printed).toMatchObject({ fontSize: 9.5, repeatsHead: true });
});

test('printing: font size decreases with the number of columns, and a page-high header is not repeated', () => {
  const sizeOf = (columns: number) => {
    const [block] = blocksOf(
      table(
        times(columns, () => 'Heading'),
        [],
      ),
    );
    return block?.kind === 'table' ? block.fontSize : 0;
  };

  expect(sizeOf(4)).toBe(9.5);
  expect(sizeOf(30)).toBe(7);
  expect(sizeOf(100)).toBeLessThan(5);
  expect(blocksOf(table(['word '.repeat(500)], []))).toMatchObject([{ repeatsHead: false }]);
});
