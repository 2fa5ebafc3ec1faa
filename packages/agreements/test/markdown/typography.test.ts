import { expect, test } from 'vitest';
import { renderSource } from '../../src/markdown/render-source.ts';
import { newTypography } from '../../src/markdown/typography.ts';
import { textsOf } from '../../src/printing/texts-of.ts';

function printedOf(source: string, language?: string, data = {}): string {
  const rendered = renderSource({ source, data, ...(language !== undefined && { language }) });
  if ('findings' in rendered) throw new Error(JSON.stringify(rendered.findings));
  return [...textsOf(rendered.tree.blocks)].map(({ text }) => text).join('');
}

test.each([
  [undefined, '“a ‘b’ c”'],
  ['en-GB', '“a ‘b’ c”'],
  ['de-AT', '„a ‚b‘ c“'],
  ['fr', '«\u{202f}a ‹\u{202f}b\u{202f}› c\u{202f}»'],
  ['pl', '„a ‚b’ c”'],
  ['es', '«a ‹b› c»'],
])('typography: quotation marks in %s are those of the language', (language, expected) => {
  expect(printedOf(`"a 'b' c"`, language)).toBe(expected);
});

test.each([
  ["it's the parties' own", 'it’s the parties’ own'],
  ["the '90s", 'the ’90s'],
  ['("Supplier")', '(“Supplier”)'],
  ['**"bold"** "*it*"', '“bold” “it”'],
  ['a -- b', 'a – b'],
  ['pages 3--7', 'pages 3–7'],
  ['a---b --- c', 'a—b — c'],
  ['run --help', 'run --help'],
  ['a ---- b', 'a ---- b'],
  ['a - b, well-known', 'a - b, well-known'],
  [String.raw`\"straight\" 5\'`, `"straight" 5'`],
])('typography: %s is printed as %s', (source, expected) => {
  expect(printedOf(source)).toBe(expected);
});

test('typography: code is printed as it is written', () => {
  expect(printedOf('`"a" -- b`\n\n```\n"c" --- d\n```')).toBe('"a" -- b"c" --- d');
});

test('typography: a value is printed unchanged and counts as a word', () => {
  const data = { size: '5" -- 6"' };

  expect(printedOf('"{{ size }}"', undefined, data)).toBe('“5" -- 6"”');
});

test('typography: text without quotation marks or dashes is unchanged', () => {
  const typography = newTypography('de');

  expect(typography.set('Nothing - here')).toBe('Nothing - here');
});

test('Markdown: task lists have ballot boxes, and `1)` keeps its parenthesis', () => {
  const rendered = renderSource({ source: '- [ ] a\n- [x] b\n- [y] c\n\n3) d', data: {} });

  expect(rendered).toMatchObject({
    tree: {
      blocks: [
        { kind: 'list', start: null },
        { kind: 'list', start: 3, delimiter: ')' },
      ],
    },
  });
  expect(printedOf('- [ ] a\n- [x] b\n- [y] c')).toBe('☐ a☑ b[y] c');
});
