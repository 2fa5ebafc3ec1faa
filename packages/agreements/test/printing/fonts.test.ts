import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fontTable } from '../../../../bin/font-coverage.ts';
import { coverageFindings, uncoveredIn } from '../../src/printing/coverage.ts';
import { FAMILIES, FONT_FILES, familyOrder, PRINTER_FILES } from '../../src/printing/fonts.ts';
import { packRanges, rangesOf, unpackRanges, valueAt } from '../../src/printing/packed-ranges.ts';
import { heading, list, paragraph, signatures, table, text, times, treeOf } from './trees.ts';

test('fonts: the generated table matches the font files', { tags: 'full' }, () => {
  const written = readFileSync('packages/agreements/src/printing/font-table.ts', 'utf8');

  expect(written).toBe(fontTable());
});

test('fonts: every file that a layer needs exists', () => {
  const packages = [...PRINTER_FILES.typst.packages, ...PRINTER_FILES.chromium.packages];

  for (const name of packages) expect(existsSync(join('node_modules', name, 'package.json'))).toBe(true);
  for (const file of FONT_FILES) expect(existsSync(file)).toBe(true);
  expect(FONT_FILES).toHaveLength(55);
});

test('fonts: packed ranges are restored unchanged', () => {
  const values = new Map([
    [0, 3],
    [1, 3],
    [2, 4],
    [9, 4],
    [0x10ffff, 35],
  ]);

  const ranges = unpackRanges(packRanges(rangesOf(values)));

  expect(ranges).toHaveLength(4);
  for (const codePoint of times(20, (index) => index)) expect(valueAt(ranges, codePoint)).toBe(values.get(codePoint));
  expect(valueAt(ranges, 0x10ffff)).toBe(35);
});

test.each([
  ['every script of ours', 'Łódź Ελλάς Україна العقد שלום नमस्ते 合同 契約書を 계약서'],
  ['ballot boxes', '☐ ☑ ☒ ✔ ✗ ✉'],
  ['money, marks and arrows', '€ £ ¥ ₹ ₽ § ¶ © ® ™ … – — “ ” „ « » ✓ → ≤ ½ №'],
  ['marks put onto letters', 'e\u0301 a\u0308 n\u0303 x\u0323'],
  ['what is read but not seen', 'a\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufe0f\ufeff\n\t\r'],
  ['what telephones put around numbers', '\u202a+45 1234\u202c \u2066+45\u2069'],
])('fonts: cover %s', (_case, words) => {
  expect(uncoveredIn(words)).toEqual([]);
});

test.each([
  ['a picture', 'ok 😀', ['😀']],
  ['a script without a font', 'ᚠᚢ', ['ᚠ', 'ᚢ']],
  ['a control character', 'a\u0000b\u0007', ['\u0000', '\u0007']],
  ['half of a character', 'a\ud800', ['\ud800']],
  ['an override of the direction', 'a\u202eb\u202d', ['\u202e', '\u202d']],
  ['something private', '\ue000', ['\ue000']],
  ['a mark onto a letter of another font', '契\u0951', ['契\u0951']],
  ['the same twice', '😀 😀', ['😀']],
])('fonts: do not cover %s', (_case, words, uncovered) => {
  expect(uncoveredIn(words)).toEqual(uncovered);
});

test('fonts: a finding has the place of its text', () => {
  const at = { line: 12, column: 4 };
  const bad = { kind: 'text' as const, text: '😀', at };

  const findings = coverageFindings(
    treeOf(
      { kind: 'heading', level: 1, children: [bad] },
      list(null, [{ kind: 'paragraph', children: [{ kind: 'strong', children: [bad] }] }]),
      {
        kind: 'table',
        alignments: [null],
        head: [[text('fine')]],
        rows: [[[{ ...bad, text: 'ᚠ' }]]],
      },
      signatures(['role', '🚀']),
    ),
  );

  expect(findings).toEqual([
    { ...at, message: 'No font has the characters “😀” (U+1F600), “🚀” (U+1F680).' },
    { ...at, message: 'No font has the character “ᚠ” (U+16A0).' },
  ]);
});

test('fonts: a script without a font is one finding, however many letters it has', () => {
  const runes = times(30, (index) => String.fromCodePoint(0x16a0 + index)).join('');

  expect(coverageFindings(treeOf(paragraph(runes), heading(1, runes), table([runes], [])))).toEqual([
    {
      line: 3,
      column: 7,
      message:
        'No font has the characters “ᚠ” (U+16A0), “ᚡ” (U+16A1), “ᚢ” (U+16A2), “ᚣ” (U+16A3), “ᚤ” (U+16A4) and 25 more.',
    },
  ]);
});

test.each([
  ['合同', 'chinese'],
  ['契約書を確認', 'japanese'],
  ['계약 契約', 'korean'],
] as const)('fonts: %s is set in its regional variant', (words, family) => {
  const asian = familyOrder(words).filter((key) => /SC|JP|KR/.test(FAMILIES[key].name));

  expect(asian[0]).toBe(family);
  expect(asian).toHaveLength(3);
});
