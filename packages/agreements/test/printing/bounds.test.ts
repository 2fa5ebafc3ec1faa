import { afterAll, describe, expect, test } from 'vitest';
import { some } from '../../../../test/support/soak.ts';
import { OUTPUT_PAGES } from '../../src/limits.ts';
import type { Block } from '../../src/markdown/tree.ts';
import { boundsRefusal } from '../../src/printing/bounds.ts';
import { killBrowser } from '../../src/printing/chromium/browser.ts';
import { printers } from './printers.ts';
import { textsIn } from './read-pdf.ts';
import { codeBlock, heading, list, paragraph, printed, quote, strong, table, text, times, treeOf } from './trees.ts';

afterAll(killBrowser);

const refusalOf = (...blocks: Block[]) => boundsRefusal({ tree: treeOf(...blocks), pageSize: 'A4', title: '' });

test.each<[string, Block[], string]>([
  ['nodes', [paragraph(...times(50_000, () => strong()))], 'too_long_to_print'],
  [
    'cells',
    [
      table(
        times(100, () => 'x'),
        times(500, () => times(100, () => '')),
      ),
    ],
    'too_long_to_print',
  ],
])('printing limits: too many %s are rejected before typesetting', (_case, blocks, code) => {
  expect(refusalOf(...blocks)).toEqual({ code });
});

test.each<[string, Block[]]>([
  ['characters', [paragraph('word '.repeat(200_001))]],
  ['code', [codeBlock('x '.repeat(500_001))]],
  ['paragraphs', times(4_000, () => paragraph('x'))],
])('printing limits: too many %s are rejected before typesetting, with a place', (_case, blocks) => {
  expect(refusalOf(...blocks)).toEqual({ code: 'too_many_pages', at: { line: 3, column: 7 } });
});

test('printing limits: unlimited nesting is rejected without recursion', () => {
  let inline = text('x');
  for (const _ of times(40_000, () => 0)) inline = strong(inline);
  let block: Block = paragraph('x');
  for (const _ of times(40_000, () => 0)) block = quote(block);

  expect(refusalOf(paragraph(inline))).toEqual({ code: 'too_long_to_print' });
  expect(refusalOf(block)).toEqual({ code: 'too_long_to_print' });
});

/** Each kind of line as close as it ever stands. */
const DENSE: [string, (lines: number) => Block[]][] = [
  ['paragraphs', (lines) => times(lines, () => paragraph('x'))],
  ['headings', (lines) => times(lines, () => heading(6, 'x'))],
  ['items', (lines) => [list(null, ...times(lines, () => [paragraph('x')]))]],
  ['lines of code', (lines) => [codeBlock('x\n'.repeat(lines))]],
  [
    'rows',
    (lines) => [
      table(
        ['x'],
        times(lines, () => ['x']),
      ),
    ],
  ],
  [
    'rows of small letters',
    (lines) => [
      table(
        times(12, () => 'xxxxxxxxxxxxxxxx'),
        times(lines, () => times(12, () => 'x')),
      ),
    ],
  ],
  [
    'rows in lists',
    (lines) => [
      list(1, [
        list(1, [
          list(1, [
            list(1, [
              list(1, [
                table(
                  times(12, () => 'x'),
                  times(lines, () => times(12, () => 'x')),
                ),
              ]),
            ]),
          ]),
        ]),
      ]),
    ],
  ],
];

describe.each(printers)('%s', (_name, printer, isHere) => {
  test.runIf(isHere).each(some(DENSE, 1))(
    'fifty pages full of %s are not rejected before typesetting',
    async (_kind, dense) => {
      const { pdf } = await printed(printer, ...dense(200));

      const second = (await textsIn(pdf)).filter(({ page }) => page === 2);
      const lines = new Set(second.map(({ y }) => Math.round(y))).size;
      expect(lines).toBeGreaterThan(20);
      expect(refusalOf(...dense(lines * OUTPUT_PAGES))).not.toMatchObject({
        code: 'too_many_pages',
      });
    },
  );
});
