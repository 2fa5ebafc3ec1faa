import { describe, expect, test } from 'vitest';
import { INEXACT } from '../../src/markdown/value-filters.ts';
import { blocksOf, refusals, sketch } from './builders.ts';

const missing = (name: string) => `The data has no value for \`${name}\`.`;

describe('a template variable without a value is an error', () => {
  const data = {
    a: null,
    o: { b: null, text: 'x', list: ['y', null], 'a b': 1, n: 5 },
    items: [{ price: 1 }, {}, { price: null }],
    none: [],
  };
  test.each([
    ['{{ x }}', `1:1 ${missing('x')}`],
    ['text {{ x }}', `1:6 ${missing('x')}`],
    ['{{ a }}', `1:1 ${missing('a')}`],
    ['{{ o.b }}', `1:1 ${missing('o.b')}`],
    ['{{ o.b.c }}', `1:1 ${missing('o.b')}`],
    ['{{ o.c.d.e }}', `1:1 ${missing('o.c')}`],
    ['{{ o["c d"] }}', `1:1 ${missing('o["c d"]')}`],
    ['{{ o.list[2] }}', `1:1 ${missing('o.list[2]')}`],
    ['{{ o.list[1] }}', `1:1 ${missing('o.list[1]')}`],
    ['{{ constructor }}', `1:1 ${missing('constructor')}`],
    ['{{ __proto__ }}', `1:1 ${missing('__proto__')}`],
    ['{{ o.constructor.name }}', `1:1 ${missing('o.constructor')}`],
    ['{{ o.__proto__ }}', `1:1 ${missing('o.__proto__')}`],
    ['{{ o.toString }}', `1:1 ${missing('o.toString')}`],
    ['{{ o.hasOwnProperty }}', `1:1 ${missing('o.hasOwnProperty')}`],
    ['{{ o.size }}', `1:1 ${missing('o.size')}`],
    ['{{ o.list.size }}', `1:1 ${missing('o.list.size')}`],
    ['{{ o.list.length }}', `1:1 ${missing('o.list.length')}`],
    ['{{ o.list.first }}', `1:1 ${missing('o.list.first')}`],
    ['{{ o.list.last }}', `1:1 ${missing('o.list.last')}`],
    ['{{ o.text.length }}', `1:1 ${missing('o.text.length')}`],
    ['{{ o.text.size }}', `1:1 ${missing('o.text.size')}`],
    ['{{ o.text[0] }}', `1:1 ${missing('o.text[0]')}`],
    ['{{ o.n.toFixed }}', `1:1 ${missing('o.n.toFixed')}`],
    ['{% if x %}y{% endif %}', `1:7 ${missing('x')}`],
    ['{% if o.b == blank %}y{% endif %}', `1:7 ${missing('o.b')}`],
    ['{% if o.n == x %}y{% endif %}', `1:14 ${missing('x')}`],
    ['{% if o.n == 5 or x %}y{% endif %}', `1:19 ${missing('x')}`],
    ['{% if o.n == 6 and x == 1 %}y{% endif %}', `1:20 ${missing('x')}`],
    ['{% unless x %}y{% endunless %}', `1:11 ${missing('x')}`],
    ['{% if o.n == 6 %}a{% elsif x %}b{% endif %}', `1:28 ${missing('x')}`],
    ['{% for y in x %}{% endfor %}', `1:13 ${missing('x')}`],
    ['{% for y in a %}{% else %}z{% endfor %}', `1:13 ${missing('a')}`],
    ['{% for i in items %}{{ i.price }}{% endfor %}', `1:21 ${missing('items[1].price')}`],
    ['{% for i in o.list %}{{ i }}{% endfor %}', `1:22 ${missing('o.list[1]')}`],
    ['{% for i in items %}{% endfor %}{{ i }}', `1:33 ${missing('i')}`],
  ])('%s', (source, ...findings) => {
    expect(refusals(source, data)).toEqual(findings);
  });

  test.each([
    ['{% if o.n == 6 %}{{ x }}{% endif %}.'],
    ['{% if o.n == 5 %}{% else %}{{ x }}{% endif %}.'],
    ['{% for i in none %}{{ x }}{% endfor %}.'],
  ])('unless its branch is not taken: %s', (source) => {
    expect(refusals(source, data)).toEqual([]);
  });

  test('data may contain properties with the names of inherited ones', () => {
    const data: unknown = JSON.parse('{"constructor":"c","__proto__":{"x":"p"},"length":7,"size":8}');

    expect(sketch('{{ constructor }} {{ __proto__.x }} {{ length }} {{ size }}', data)).toBe('p(c p 7 8)');
  });

  test.each([[null], [undefined], [5], ['text'], [[]], [() => 1]])(
    'data that is not an object has no variables: %s',
    (data) => {
      expect(refusals('{{ length }}', data)).toEqual([`1:1 ${missing('length')}`]);
    },
  );
});

describe('printed form of a template value', () => {
  test.each<[unknown, string]>([
    ['text', 'text'],
    ['', ''],
    ['   ', '   '],
    [0, '0'],
    [-0, '0'],
    [1.5, '1.5'],
    [1e21, '1000000000000000000000'],
    [1.2345e-7, '0.00000012345'],
    [123456789.0625, '123456789.0625'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    [true, 'true'],
    [false, 'false'],
    ['two\nlines', 'two⏎lines'],
    ['a\r\nb\rc\n\nd', 'a⏎b⏎c⏎⏎d'],
    ['a\u2028b\u2029c', 'a⏎b⏎c'],
    ['tab\there', 'tab\there'],
    ['שלום \u200Fعربي\u200D', 'שלום \u200Fعربي\u200D'],
    ['\uE000 \u{F0000} \u{F0001} \u{10FFFD}', '\uE000 \u{F0000} \u{F0001} \u{10FFFD}'],
    ['\uFEFF', '\uFEFF'],
  ])('%j', (value, printed) => {
    expect(sketch('{{ v }}', { v: value })).toBe(`p(${printed})`);
    expect(sketch('# {{ v }}', { v: value })).toBe(`h1(${printed})`);
    expect(sketch('|{{ v }}|\n|-|\n|{{ v }}|', { v: value })).toBe(`table:-[${printed} / ${printed}]`);
  });

  test('upcase and downcase are independent of language', () => {
    expect(sketch('{{ v | upcase }} {{ v | downcase }}', { v: 'straße İI' })).toBe('p(STRASSE İI straße i̇i)');
    expect(sketch('{{ v | upcase }}', { v: true })).toBe('p(TRUE)');
  });

  test.each<[unknown, string]>([
    [{}, '`v` is an object, which cannot be printed as text.'],
    [{ toString: 'x' }, '`v` is an object, which cannot be printed as text.'],
    [[], '`v` is a list, which cannot be printed as text.'],
    [['x'], '`v` is a list, which cannot be printed as text.'],
    [Number.NaN, `\`v\` ${INEXACT}`],
    [Number.POSITIVE_INFINITY, `\`v\` ${INEXACT}`],
    [0.1 + 0.2, `\`v\` ${INEXACT}`],
    [1e31, `\`v\` ${INEXACT}`],
    [2 ** 60, `\`v\` ${INEXACT}`],
    [10n, '`v` is a bigint, which cannot be printed as text.'],
    [() => 'x', '`v` is a function, which cannot be printed as text.'],
    ['\u0000', '`v` contains U+0000, an invisible control character.'],
    ['a\u0007', '`v` contains U+0007, an invisible control character.'],
    ['\u000B', '`v` contains U+000B, an invisible control character.'],
    ['\u001B[2J', '`v` contains U+001B, an invisible control character.'],
    ['\u007F', '`v` contains U+007F, an invisible control character.'],
    ['\u0085', '`v` contains U+0085, an invisible control character.'],
    ['1.000 \u202E000.1', '`v` contains U+202E, an invisible control character.'],
    ['\u202A', '`v` contains U+202A, an invisible control character.'],
    ['\u2066a\u2069', '`v` contains U+2066, an invisible control character.'],
    ['\uD800', '`v` contains U+D800, an invisible control character.'],
    ['\uDC00x', '`v` contains U+DC00, an invisible control character.'],
  ])('%o is rejected at its variable', (value, message) => {
    expect(refusals('text\n\n*{{ v }}*', { v: value })).toEqual([`3:2 ${message}`]);
  });

  test('a finding in a loop is reported once, for its first item', () => {
    const source = '{% for i in items %}{{ i }}{% endfor %}';

    expect(refusals(source, { items: ['a', [], {}] })).toEqual([
      '1:21 `items[1]` is a list, which cannot be printed as text.',
    ]);
  });

  test.each<[unknown, string]>([
    ['text', '`x` is a string. A loop requires a list.'],
    [{ a: 1 }, '`x` is an object. A loop requires a list.'],
    [5, '`x` is a number. A loop requires a list.'],
  ])('a loop over %j is rejected', (x, message) => {
    expect(refusals('{% for y in x %}{{ y }}{% endfor %}', { x })).toEqual([`1:13 ${message}`]);
  });

  test('a value has the place of its variable', () => {
    expect(blocksOf('Dear {{ name }},', { name: 'Ada' })).toEqual([
      {
        kind: 'paragraph',
        children: [
          { kind: 'text', text: 'Dear ', at: { line: 1, column: 1 } },
          { kind: 'text', text: 'Ada', at: { line: 1, column: 6 } },
          { kind: 'text', text: ',', at: { line: 1, column: 16 } },
        ],
      },
    ]);
  });
});
