import { expect, test } from 'vitest';
import { renderSource } from '../../src/markdown/render-source.ts';
import { coverageFindings } from '../../src/printing/coverage.ts';

/** Where the printer would find a character that no font has. */
function placesIn(source: string) {
  const rendered = renderSource({ source, data: {} });
  if ('findings' in rendered) throw new Error(JSON.stringify(rendered.findings));
  return coverageFindings(rendered.tree).map(({ line, column }) => [line, column]);
}

test.each([
  ['::signature{role=a, label=\u{10A00}}', 27],
  ['::signature{role=a, label="\u{10A00}, b"}', 28],
  ['::signature{label= \u{10A00} , role=a}', 20],
])('signature directive: a label no font covers is reported at its place: %s', (line, column) => {
  expect(placesIn(`# Agreement\n\nText.\n\n${line}\n`)).toEqual([[5, column]]);
});

test('signature directive: a label in a group is reported at its place', () => {
  const source = ':::signatures\n::signature{role=a}\n::signature{role=b, label=\u{10A00}}\n:::\n';

  expect(placesIn(source)).toEqual([[3, 27]]);
});
