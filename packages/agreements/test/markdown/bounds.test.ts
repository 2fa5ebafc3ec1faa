import { describe, expect, test } from 'vitest';
import { some } from '../../../../test/support/soak.ts';
import { checkSource } from '../../src/markdown/check-source.ts';
import { refusals, refusalsOfSaving, sketch } from './builders.ts';

const LIMIT = 128 * 1024;
const full = (piece: string) => piece.repeat(Math.floor(LIMIT / Buffer.byteLength(piece)));
const halves = (one: string, other: string) =>
  one.repeat(Math.floor(LIMIT / 2 / one.length)) + other.repeat(Math.floor(LIMIT / 2 / other.length));
const numbered = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => piece(index)).join('');

const TOO_LONG = 'The rendered document is too long.';

describe('limits of a template source', () => {
  test('128 KiB in UTF-8', () => {
    expect(refusals('a'.repeat(LIMIT))).toEqual([]);
    expect(refusals('é'.repeat(LIMIT / 2))).toEqual([]);
    for (const source of ['a'.repeat(LIMIT + 1), `${'é'.repeat(LIMIT / 2)}a`]) {
      expect(refusals(source)).toEqual(['1:1 The source may have at most 131072 bytes.']);
      expect(refusalsOfSaving(source)).toEqual(['1:1 The source may have at most 131072 bytes.']);
    }
  });

  test('20 levels of tags', () => {
    const nested = (levels: number) => `${'{% if a %}'.repeat(levels)}x${'{% endif %}'.repeat(levels)}`;

    expect(sketch(nested(20), { a: 1 })).toBe('p(x)');
    expect(refusals(nested(21), { a: 1 })).toEqual(['1:201 Tags can be nested 20 deep at most.']);
  });

  test('20 levels of lists and quotes', () => {
    const DEEP = 'Lists and quotes can be nested 20 deep at most.';

    expect(refusals(`${'>'.repeat(20)}a`)).toEqual([]);
    expect(refusals(`${'>'.repeat(21)}a`)).toEqual([`1:22 ${DEEP}`]);
    expect(refusals(`${'- '.repeat(20)}a`)).toEqual([]);
    expect(refusals(`${'- '.repeat(21)}a`)).toEqual([`1:43 ${DEEP}`]);
    expect(refusals(`${'>'.repeat(5_000)}a`)).toEqual([expect.stringContaining(DEEP)]);
  });

  test('20 levels of emphasis', () => {
    const nested = (levels: number) => `${'*a '.repeat(levels)}x${' b*'.repeat(levels)}`;

    expect(refusals(nested(20))).toEqual([]);
    expect(refusals(nested(21))).toEqual(['1:61 Emphasis can be nested 20 deep at most.']);
  });

  test('30 columns of a table', () => {
    const table = (columns: number) => `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|`;

    expect(refusals(table(30))).toEqual([]);
    expect(refusals(table(31))).toEqual(['1:1 A table has at most 30 columns.']);
  });

  test('2,000 characters of an expression', () => {
    const source = `{% if ${'a and '.repeat(400)}a %}x{% endif %}`;

    expect(refusals(source, { a: 1 })).toEqual(['1:7 An expression may have at most 2000 characters.']);
  });
});

describe('limits of a rendered template', () => {
  const list = Array.from({ length: 200 }, (_, index) => index);
  const long = 'x'.repeat(100_000);
  test.each([
    [
      'three loops',
      '{% for a in l %}{% for b in l %}\n  {% for c in l %}{{ c }}{% endfor %}{% endfor %}{% endfor %}',
      `2:3 ${TOO_LONG}`,
    ],
    [
      'loops that print nothing',
      '{% for a in l %}{% for b in l %}{% for c in l %}{% endfor %}{% endfor %}{% endfor %}',
      `1:33 ${TOO_LONG}`,
    ],
    ['a long text in a loop', `{% for a in l %}${'text '.repeat(2_000)}{% endfor %}`, `1:1 ${TOO_LONG}`],
    ['a long value', '{{ long }}'.repeat(11), `1:101 ${TOO_LONG}`],
    [
      'comparing in loops',
      '{% for a in l %}{% for b in l %}{% if long contains "y" %}{% endif %}{% endfor %}{% endfor %}',
      `1:17 ${TOO_LONG}`,
    ],
    [
      'comparing lists in loops',
      '{% for a in l %}{% for b in l %}{% if l == l %}{% endif %}{% endfor %}{% endfor %}',
      `1:17 ${TOO_LONG}`,
    ],
    ['one filter after the other', `{{ long${' | upcase'.repeat(200)} }}`],
    ['many of them', `{{ long${' | upcase'.repeat(200)} }}`.repeat(2), `1:1811 ${TOO_LONG}`],
    ['more nodes than a printer takes', '*a* '.repeat(17_000), `1:66668 ${TOO_LONG}`],
  ])('%s', (_case, source, ...findings) => {
    expect(refusals(source, { l: list, long })).toEqual(findings);
  });

  test('two loops over 100 items each are accepted', () => {
    const source = '{% for a in l %}{% for b in l %}{{ b }} {% endfor %}{% endfor %}';

    expect(refusals(source, { l: list.slice(0, 100) })).toEqual([]);
  });
});

describe('rendering time of any source is limited', () => {
  const list = Array.from({ length: 200 }, (_, index) => index);
  let deep: unknown[] = [];
  for (let level = 0; level < 60_000; level++) deep = [deep];
  const data = {
    a: 1,
    no: false,
    l: list,
    few: list.slice(0, 20),
    deep,
    same: deep,
    s: 'x'.repeat(120_000),
    first: `${'x'.repeat(60_000)}y`,
    second: `${'x'.repeat(60_000)}z`,
    digits: '1'.repeat(100_000),
    hay: 'x'.repeat(80_000),
    needle: `${'x'.repeat(20_000)}y${'x'.repeat(20_000)}`,
  };
  const inLoops = (inner: string) => `{% for i in l %}{% for j in l %}${inner}{% endfor %}{% endfor %}`;

  const cases: [string, string][] = [
    ['a word', full('a')],
    ['emphasis', full('*')],
    ['emphasis that opens', full('*a ')],
    ['emphasis that closes', full('a* ')],
    ['nested emphasis', halves('*a ', ' b*')],
    ['mixed emphasis', full('*a _b **c ')],
    ['open brackets', full('[')],
    ['open images', full('![')],
    ['pairs of brackets', halves('[', ']')],
    ['empty labels', full('[][')],
    ['links that never end', full('[a](')],
    ['link titles that never end', full('[a](b "')],
    ['definitions', numbered(9_000, (index) => `[a${index}]: b\n`)],
    ['definitions over lines', full('[a\n')],
    ['code marks of all lengths', numbered(500, (index) => `${'`'.repeat(index)} `)],
    ['tags of HTML', full('<a b="')],
    ['comments of HTML', full('<!-- a\n\n')],
    ['references', full('&a')],
    ['quotes', full('>')],
    ['lines that continue quotes', `${'>'.repeat(90)}a\n${'a\n'.repeat(60_000)}`],
    ['nested lists', full('- ')],
    ['indented lists', numbered(500, (index) => `${' '.repeat(index)}- a\n`)],
    ['short items', full('- a\n')],
    ['short lines', full('a\n')],
    ['a wide table', `${'|a'.repeat(30_000)}\n${'|-'.repeat(30_000)}`],
    ['a wide table with short rows', `${'|a'.repeat(9_000)}\n${'|-'.repeat(9_000)}\n${'a\n'.repeat(40_000)}`],
    ['a long table', `a|b\n-|-\n${'a|b\n'.repeat(30_000)}`],
    ['escaped bars', `|a|\n|-|\n|${'\\|*'.repeat(40_000)}`],
    ['directives', full('::signature{role=a}\n')],
    ['footnotes', full('[^')],
    ['control characters', full('\u0001')],
    ['outputs', full('{{a}}')],
    ['outputs of nothing', full('{{}}')],
    ['outputs that never end', full('{{')],
    ['tags', full('{%if a%}{%endif%}')],
    ['nested tags', halves('{%if a%}', '{%endif%}')],
    ['nested brackets in an output', `{{ ${'a['.repeat(60_000)} }}`],
    ['a long condition', `{% if ${'a == 1 and '.repeat(11_000)}a %}{% endif %}`],
    ['a chain of branches', `{%if a%}${numbered(6_000, (index) => `{%elsif a==${index}%}b`)}{%endif%}`],
    [
      'branches in a long text',
      `{%if a%}${numbered(2_000, (index) => `{%elsif a==${index}%}b`)}{%endif%}\n\n${'some *text* [a\n'.repeat(5_500)}`,
    ],
    ['brackets in a loop', `{% for i in l %}${'[]['.repeat(1_600)}{% endfor %}`],
    ['rows in a loop', `a|b\n-|-\n{% for i in l %}${'a|b\n'.repeat(1_200)}{% endfor %}`],
    ['deep data compared', '{% for i in l %}{% if deep == same %}{% endif %}{% endfor %}'],
    ['long text searched', inLoops('{% if s contains "y" %}{% endif %}')],
    [
      'long text searched for a long part of it',
      '{% for i in few %}{% if hay contains needle %}{% endif %}{% endfor %}',
    ],
    ['long texts put in order', inLoops(`{% if ${'first > second or '.repeat(100)}no %}{% endif %}`)],
    ['a long text put in order with a number', inLoops(`{% if ${'digits < a or '.repeat(100)}no %}{% endif %}`)],
    ['a chain of branches in loops', inLoops(`{%if no%}${'{%elsif no%}'.repeat(5_000)}{%endif%}`)],
  ];

  test.each(some(cases, 24))('%s', (_case, source) => {
    expect(Buffer.byteLength(source)).toBeLessThanOrEqual(LIMIT);
    // CPU time, because other tests run concurrently.
    const start = process.cpuUsage();

    checkSource(source, data);

    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1e6).toBeLessThan(3);
  });
});
