import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/soak.ts';
import { renderSource } from '../../src/markdown/render-source.ts';
import { blocksOf, refusals } from './builders.ts';

/** Every text and code with its place: `1:3 text`. */
function placesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(placesOf);
  if (typeof value !== 'object' || value === null) return [];
  if ('at' in value && 'text' in value) {
    const { line, column } = value.at as { line: number; column: number };
    return [`${line}:${column} ${value.text}`];
  }
  return Object.values(value).flatMap(placesOf);
}

const data = { v: 'V', list: [1, 2], yes: true };

test.each([
  ['text', '1:1 text'],
  ['  text', '1:3 text'],
  ['\n\ntext', '3:1 text'],
  ['one\n  two **x**', '1:1 one two ', '2:9 x'],
  ['#   a *b*  ##', '1:5 a ', '1:8 b'],
  ['a *b*\n=====', '1:1 a ', '1:4 b'],
  ['> > a\n> > *b*\nlazy `c`', '1:5 a ', '2:6 b', '2:8  lazy ', '3:6 c'],
  ['- a\n  - *b*\n\n    `c`', '1:3 a', '2:6 b', '4:5 c'],
  ['1.  a\n\n\tb *c*', '1:5 a', '3:2 b ', '3:5 c'],
  ['> - # a *b*', '1:7 a ', '1:10 b'],
  ['-\t*a*', '1:4 a'],
  ['[a *b*](https://x.example) c', '1:2 a ', '1:5 b', '1:27  c'],
  ['a \\* b &amp; *c*', '1:1 a * b & ', '1:15 c'],
  ['|a| *b*|\n|-|-|\n|  c \\| *d* |`e`|', '1:2 a', '1:6 b', '3:4 c | ', '3:10 d', '3:14 e'],
  ['> - |a|\n>   |-|\n>   | *b* |', '1:6 a', '3:8 b'],
  ['>a|b\n>-|-\n>c|*d*', '1:2 a', '1:4 b', '3:2 c', '3:5 d'],
  ['|a|\n|-|\n|b \\| {{ v }} c \\|*|', '1:2 a', '3:2 b | ', '3:7 V', '3:14  c |*'],
  ['a ** b\\*c', '1:1 a ** b*c'],
  ['😀 *é*\n`x`', '1:1 😀 ', '1:4 é', '1:6  ', '2:1 x'],
  ['text  \n*a*', '1:1 text', '2:2 a'],
  ['a\n\n    code', '1:1 a', '3:5 code'],
  ['- ```\n  x\n  ```', '1:3 x'],
  ['{% if yes %}\n*a*\n{% endif %}', '2:2 a'],
  ['{% for i in list %}\n*a* {{ i }}\n\n{% endfor %}b', '2:2 a', '2:4  ', '2:5 1', '2:2 a', '2:4  ', '2:5 2', '4:13 b'],
  ['x {% for i in list %}[{{ i }}]{% endfor %} y', '1:1 x [', '1:23 1', '1:30 ][', '1:23 2', '1:30 ] y'],
  ['{{ v }}\n{{- v -}}\n  a', '1:1 V', '2:1 V', '3:3 a'],
  ['{% if yes -%}\n\n   *a*{% endif %}', '3:5 a'],
  ['\uFEFFa *b*\r\nc', '1:1 a ', '1:4 b', '1:6  c'],
])('Markdown templates: texts of %j have their places in the source', (source, ...places) => {
  expect(placesOf(blocksOf(source, data))).toEqual(places);
});

test.each([
  ['{% for i in list %}\ntext {{ i }} <b>\n{% endfor %}\n\nand <i>', '2:14', '5:5'],
  ['😀😀 <b>', '1:4'],
  ['> 😀\n> - a <b>', '2:7'],
  ['a\n\n\n|a|\n|-|\n|\\|\\| <b>|', '6:7'],
  ['{{ v }}{{ v }} [a](x)', '1:16'],
  ['*a **b <i> c** d*', '1:8'],
  ['[a <b> c](https://x.example)', '1:4'],
  ['a\r\n\r\n<b>', '3:1'],
])('Markdown templates: findings of %j are at %s', (source, ...places) => {
  expect(refusals(source, data).map((finding) => finding.split(' ')[0])).toEqual(places);
});

test('Markdown templates: every text is at the place it reports', () => {
  const piece = fc.constantFrom(
    'a',
    'b ',
    '😀',
    '*',
    '**',
    '_',
    '`',
    '~~',
    '\\',
    '&amp;',
    '[',
    '](https://x.example)',
    ']',
    '# ',
    '- ',
    '  - ',
    '1. ',
    '> ',
    '\n',
    '\n',
    '\n\n',
    '  \n',
    '\r\n',
    ' ',
    '    ',
    '\t',
    '---\n',
    '|',
    '\\|',
    '|a|b|\n|-|-|\n',
    '> |a|b|\n> |-|-|\n>  |*c*|d|\n',
    '- |a|\n  |-|\n  |*c*|\n',
    '{{ v }}',
    '{{ v -}}',
    '{% if yes %}*x*{% endif %}',
    '{% for v in list %}|{{ v }}|*z*|\n{% endfor %}',
  );
  const source = fc.array(piece, { minLength: 5, maxLength: 50, size: 'max' }).map((pieces) => pieces.join(''));

  fc.assert(
    fc.property(source, (text) => {
      const rendered = renderSource({
        source: text,
        data: { v: 'V', yes: true, list: ['V', 'V'] },
      });
      fc.pre('tree' in rendered);

      const lines = text.split(/\r\n|\n/).map((line) => [...line]);
      for (const place of placesOf('tree' in rendered && rendered.tree.blocks)) {
        const [, line, column, printed] = /^(\d+):(\d+) (.*)$/s.exec(place) ?? [];
        const there = lines[Number(line) - 1]?.slice(Number(column) - 1).join('') ?? '';
        const isThere =
          (printed === 'V' && there.startsWith('{{')) ||
          there.startsWith([...(printed ?? '')][0] ?? '') ||
          // A block of code stands where its first letter does.
          there.startsWith([...(printed ?? '').trimStart()][0] ?? '') ||
          /^[\\&`~]/.test(there) ||
          (printed?.startsWith('—') && there.startsWith('---')) ||
          (printed?.startsWith('☐') && there.startsWith('[ ]')) ||
          (printed?.startsWith(' ') && there.trim() === '');
        expect(isThere, `${place} in ${JSON.stringify(text)}`).toBe(true);
      }
    }),
    runs(500),
  );
});
