import { describe, expect, test } from 'vitest';
import { FIELDS_PER_TEMPLATE } from '../../src/limits.ts';
import { checkSource } from '../../src/markdown/check-source.ts';
import { type RenderedField, renderSource } from '../../src/markdown/render-source.ts';
import type { Block } from '../../src/markdown/tree.ts';
import { blocksOf, refusals, refusalsOfSaving, sketch } from './builders.ts';

const SIGN = '\n\n::signature{role=a}\n\n::signature{role=b}';
const DATA = { v: 'Ada', yes: true, no: false, day: '2026-03-01', list: ['x', 'y'], none: [] };

const listed = (source: string) => {
  const checked = checkSource(source + SIGN, DATA);
  if ('findings' in checked) throw new Error(JSON.stringify(checked.findings));
  return checked.fields;
};

const rendered = (source: string, data: unknown = DATA): RenderedField[] => {
  const document = renderSource({ source: source + SIGN, data });
  if ('findings' in document) throw new Error(JSON.stringify(document.findings));
  return document.fields;
};

describe('fields: allowed places', () => {
  test.each([
    ['::field{type=text, role=a}', 'p([text f1])'],
    ['I, ::field{type=text, role=a}, agree.', 'p(I, [text f1], agree.)'],
    ['::field{type=checkbox, role=a} I agree.', 'p([checkbox f1] I agree.)'],
    ['# Name: ::field{type=text, role=a}', 'h1(Name: [text f1])'],
    ['- ::field{type=date, role=a}', 'ul(p([date f1]))'],
    ['> **::field{type=initials, role=a}**', 'quote(p(strong([initials f1])))'],
    ['|a|\n|-|\n|x ::field{type=text, role=a} y|', 'table:-[a / x [text f1] y]'],
    ['::field{\n  type=text,\n  role=a\n}', 'p([text f1])'],
    ['- ::field{type=text,\n  role=a}', 'ul(p([text f1]))'],
    ['::field{type=text, role=a, label="{a}, \\"b\\""}!', 'p([text f1]!)'],
    ['{% if yes %}::field{type=text, role=a}{% endif %}', 'p([text f1])'],
    ['{% if no %}::field{type=text, role=a}{% endif %}x', 'p(x)'],
    ['{% for i in list %}::field{type=text, role=a} {{ i }} {% endfor %}', 'p([text f1] x [text f2] y)'],
    ['`::field{type=text}` \\::field', 'p(`::field{type=text}` ::field)'],
    ['```\n::field{}\n```', 'code(::field{})'],
  ])('%j', (source, document) => {
    expect(sketch(source + SIGN, DATA)).toBe(`${document} sign(a) sign(b)`);
    expect(refusalsOfSaving(source + SIGN, DATA)).toEqual([]);
  });

  test('a value never becomes a field', () => {
    expect(sketch('{{ v }}', { v: '::field{type=text, role=a}' })).toBe('p(::field{type=text, role=a})');
  });
});

const UNREADABLE =
  'A field is written ::field{type=text, role=client, label="…"}, its attributes as name=value or ' +
  'name="value" with a comma between.';
const TYPES = 'text, date, dropdown, checkbox, initials';
const ONLY_PREFILL = 'In a field, variables are allowed in `prefill` only.';
const KEY = 'The key starts with a letter, followed by letters, digits, _ or -, and has at most 40 characters.';
const WIDTH = 'The width is a number of points between 8 and 460.';

describe('fields: rejected directives, with their place', () => {
  test.each([
    ['x ::field', `1:3 ${UNREADABLE}`],
    ['x ::Field{type=text, role=a}', `1:3 ${UNREADABLE}`],
    ['::fields{type=text, role=a}', `1:1 ${UNREADABLE}`],
    ['::field{type=text, role=a', `1:1 ${UNREADABLE}`],
    ['::field{type=text role=a}', `1:9 The type is one of ${TYPES}.`],
    ['::field{role=a}', `1:1 A field requires a type: ${TYPES}.`],
    ['::field{type=number, role=a}', `1:9 The type is one of ${TYPES}.`],
    ['::field{type=signature, role=a}', '1:9 A signature is written ::signature{role=…}, on a line of its own.'],
    ['::field{type=text}', '1:1 A field requires the role of the signer who fills it.'],
    ['::field{type=text, role=a, role=b}', '1:28 The attribute role is repeated.'],
    ['::field{type=text, role=c}', '1:20 No ::signature of the source has the role c.'],
    ['::field{type=text, role=a, key=1a}', `1:28 ${KEY}`],
    ['::field{type=text, role=a, key=a.b}', `1:28 ${KEY}`],
    ['::field{type=text, role=a, required=yes}', '1:28 The attribute required is true or false.'],
    ['::field{type=text, role=a, width=wide}', `1:28 ${WIDTH}`],
    ['::field{type=text, role=a, width=461}', `1:28 ${WIDTH}`],
    ['::field{type=text, role=a, label=""}', '1:28 The label is empty.'],
    ['::field{type=dropdown, role=a}', '1:1 A dropdown requires `options`.'],
    [
      '::field{type=dropdown, role=a, options="x;;y"}',
      '1:32 An option is empty. Options are separated by semicolons: options="Yes; No".',
    ],
    ['::field{type=dropdown, role=a, options="x;x"}', '1:32 Options must not repeat.'],
    ['::field{type=text, role=a, options="x;y"}', '1:28 This is for dropdown fields, not for text.'],
    [
      '::field{type=text, role=a, dateFormat=YYYY}',
      '1:28 This is for date fields, not for text.',
      '1:28 Combine D or DD, M or MM, YY or YYYY, each once, with the same -, / or . between.',
    ],
    ['::field{type=text, role=a, group=g}', '1:28 This is for checkbox fields, not for text.'],
    ['::field{type=checkbox, role=a, groupRequired=true}', '1:32 `groupRequired` requires `groupKey`.'],
    [
      '::field{type=checkbox, role=a, group=g} ::field{type=checkbox, role=b, group=g}',
      '1:32 The group belongs to another signer.',
      '1:72 The group belongs to another signer.',
    ],
    ['::field{type=text, role=a, editable=true}', '1:28 `editable` needs a `prefill` that the signer can correct.'],
    ['::field{type=initials, role=a, prefill=x}', '1:32 Initials cannot be prefilled.'],
    ['::field{type=date, role=a, prefill={{ v }}}', '1:28 The value must be a date, such as 2026-03-14.'],
    ['::field{type=text, role=a, label={{ v }}}', `1:34 ${ONLY_PREFILL}`],
    ['::field{type={{ v }}, role=a}', `1:14 ${ONLY_PREFILL}`, `1:9 The type is one of ${TYPES}.`],
    ['::field{type=text, role=a, prefill={{ missing }}}', '1:36 The data has no value for `missing`.'],
    [
      '::field{type=text, role=a{% if yes %}, required=false{% endif %}}',
      '1:1 Conditions and loops are not allowed within a field.',
    ],
    ['[::field{type=text, role=a}](https://x.example)', '1:2 Fields are not allowed in links.'],
    ['|::field{type=text, role=a}|\n|-|\n|x|', '1:2 Fields are not allowed in the first row of a table.'],
    ['::field{type=text, role=a, key=k} ::field{type=text, role=a, key=k}', '1:62 The key k is used twice.'],
    [
      '{% if yes %}::field{type=text, role=a, key=k}{% else %}::field{type=text, role=b, key=k}{% endif %}',
      '1:83 The key k is used twice.',
    ],
    ['::field{type=text, role=a, requiredWhen=k}', '1:28 No field of the source has the key k.'],
    ['::field{type=text, role=a, key=k, requiredWhen=k}', '1:35 A field cannot depend on itself.'],
    [
      '::field{type=text, role=a, requiredWhen=k} ::field{type=checkbox, role=b, key=k}',
      '1:28 The controlling field belongs to another signer.',
    ],
    ['::field{type=text, role=a, requiredWhenValue=x}', '1:28 `requiredWhenValue` requires `requiredWhenFieldId`.'],
    [
      '::field{type=text, role=a, requiredWhen=k, requiredWhenValue=z, label=d} ::field{type=dropdown, ' +
        'role=a, key=k, options="x;y"}',
      '1:44 k cannot have this value.',
      '1:112 d depends on a value that this field could no longer have.',
    ],
    [
      '{% for i in list %}::field{type=checkbox, role=a, key=k}{% endfor %} ::field{type=text, role=a, ' +
        'requiredWhen=k}',
      '1:97 The field k is in a loop that this field is not in.',
    ],
    [
      ':::signatures\n::field{type=text}\n:::',
      '2:1 Only ::signature and lines of ::field are allowed between :::signatures and :::.',
      '2:1 A field requires the role of the signer who fills it.',
    ],
  ])('%j', (source, ...findings) => {
    const found = refusalsOfSaving(source + SIGN, DATA);
    expect(found.toSorted()).toEqual(findings.toSorted());
  });

  test('too many fields are rejected at the first one too many', () => {
    const rows = (length: number) => ({ items: Array.from({ length }, (_, index) => index) });
    const field = '::field{type=checkbox, role=a}';
    const source = `{% for i in items %}{% for j in items %}\n\n${field}\n{% endfor %}{% endfor %}${SIGN}`;

    expect(FIELDS_PER_TEMPLATE).toBe(992);
    expect(refusals(source, rows(31))).toEqual([]);
    expect(refusals(source, rows(32))).toEqual(['3:1 A document created from a template can have at most 992 fields.']);
  });
});

describe('fields: prefill', () => {
  test.each([
    ['prefill={{ v }}', { value: 'Ada', editable: false }],
    ['prefill="{{ v }} of {{ day }}", editable=true', { value: 'Ada of 2026-03-01', editable: true }],
    ['prefill=Norway', { value: 'Norway', editable: false }],
    ['prefill={{ nothing }}, editable=true', { value: null, editable: false }],
  ])('%s', (attributes, expected) => {
    const [field] = rendered(`::field{type=text, role=a, ${attributes}}`, { ...DATA, nothing: '' });
    expect(field).toMatchObject(expected);
  });

  test.each([
    [true, 'true'],
    [false, null],
  ])('a checkbox accepts %s', (yes, value) => {
    expect(rendered('::field{type=checkbox, role=a, prefill={{ yes }}}', { yes })).toMatchObject([{ value }]);
  });

  test('a prefill is returned as in the source', () => {
    expect(listed('::field{type=text, role=a, prefill="{{ v | upcase }} Ltd"}')).toMatchObject([
      { prefill: '{{ v | upcase }} Ltd' },
    ]);
  });
});

describe('fields: references', () => {
  test('a condition refers to the field of the same iteration, or to one outside the loop', () => {
    const fields = rendered(
      '::field{type=checkbox, role=a, key=all}\n\n{% for i in list %}' +
        '::field{type=checkbox, role=a, key=one} ::field{type=text, role=a, requiredWhen=one} ' +
        '::field{type=text, role=a, requiredWhen=all}\n\n{% endfor %}',
    );

    expect(fields.map(({ id, requiredWhenFieldId }) => [id, requiredWhenFieldId])).toEqual([
      ['f1', null],
      ['f2', null],
      ['f3', 'f2'],
      ['f4', 'f1'],
      ['f5', null],
      ['f6', 'f5'],
      ['f7', 'f1'],
    ]);
    expect(fields[2]).toMatchObject({ required: false });
  });

  test('a field is optional if its controlling field is not in the document', () => {
    const [field] = rendered(
      '::field{type=text, role=a, requiredWhen=k, requiredWhenValue=true}' +
        '{% if no %}::field{type=checkbox, role=a, key=k}{% endif %}',
    );

    expect(field).toMatchObject({ required: false, requiredWhenFieldId: null, requiredWhenValue: null });
  });

  test('a loop over options makes one group, a loop over several members one group per iteration', () => {
    const box = (label: string) => `::field{type=checkbox, role=a, group=g, label=${label}}`;
    const groups = (source: string) => rendered(source).map(({ groupKey }) => groupKey);

    expect(groups(`{% for i in list %}${box('x')}{% endfor %}`)).toEqual(['g', 'g']);
    expect(groups(`{% for i in list %}${box('x')}${box('y')}{% endfor %}`)).toEqual(['g[1]', 'g[1]', 'g[2]', 'g[2]']);
    expect(groups(`{% for i in list %}${box('x')}{% endfor %}${box('none')}`)).toEqual(['g', 'g', 'g']);
  });

  test('two members of a group cannot both be prefilled', () => {
    const box = '::field{type=checkbox, role=a, group=g, prefill=true}';
    expect(refusals(`${box} ${box}${SIGN}`)).toHaveLength(2);
  });

  test('fields of every branch are listed once, in source order', () => {
    const fields = listed(
      '{% if no %}::field{type=text, role=a, key=first}{% else %}::field{type=date, role=b, key=second}{% endif %}' +
        '{% for i in none %}::field{type=dropdown, role=a, key=third, options="x; y"}{% endfor %}',
    );

    expect(fields.map(({ key, options }) => [key, options])).toEqual([
      ['first', null],
      ['second', null],
      ['third', ['x', 'y']],
    ]);
  });
});

describe('lines of a signature', () => {
  const linesIn = (source: string, names = new Map<string, string>(), language?: string) => {
    const document = renderSource({ source, data: {}, signerNames: names, ...(language && { language }) });
    if ('findings' in document) throw new Error(JSON.stringify(document.findings));
    const [block] = document.tree.blocks;
    const lines = block?.kind === 'signatures' ? block.signatures.flatMap((one) => one.lines) : [];
    return {
      fields: document.fields,
      lines: lines.map((line) => line && [line.caption, line.text, line.field?.fieldType]),
    };
  };

  test('are printed if known, and otherwise fields of the signer', () => {
    const source = '::signature{role=a, name=true, title=true, date=true, place=true, dateFormat=DD.MM.YYYY}';

    const { lines, fields } = linesIn(source, new Map([['a', 'Ada Example']]));

    expect(lines).toEqual([
      ['Name', 'Ada Example', undefined],
      ['Title', '', 'text'],
      ['Date', '', 'date'],
      ['Place', '', 'text'],
    ]);
    expect(fields).toMatchObject([
      { signerId: 'a', label: 'Title', required: true },
      { signerId: 'a', label: 'Date', dateFormat: 'DD.MM.YYYY' },
      { signerId: 'a', label: 'Place', fieldType: 'text' },
    ]);
  });

  test('can have texts, and have captions in the language of the template', () => {
    const source = '::signature{role=a, name="Nordwind GmbH", title="CEO, Europe", place=Berlin, date=false}';

    expect(linesIn(source, new Map(), 'de-AT').lines).toEqual([
      ['Name', 'Nordwind GmbH', undefined],
      ['Funktion', 'CEO, Europe', undefined],
      ['Ort', 'Berlin', undefined],
    ]);
  });

  test('can be fields below it in a group, with the role of the signature', () => {
    const source =
      ':::signatures\n::signature{role=a}\n::field{type=text, label=Witness}\n::field{type=date, ' +
      'role=a}\n::signature{role=b}\n:::';

    const { lines, fields } = linesIn(source);

    expect(lines).toEqual([['Witness', '', 'text'], ['', '', 'date'], undefined]);
    expect(fields.map(({ signerId }) => signerId)).toEqual(['a', 'a']);
  });

  test.each([
    ['::signature{role=a, date=tomorrow}', '1:21 The date is `true`, `signed` or `false`.'],
    ['::signature{role=a, name=""}', '1:21 The name is empty.'],
    ['::signature{role=a, dateFormat=DD.MM.YYYY}', '1:21 `dateFormat` needs `date=true` or `date=signed`.'],
    [
      '::signature{role=a, date=true, dateFormat=DDMM}',
      '1:32 Combine D or DD, M or MM, YY or YYYY, each once, with the same -, / or . between.',
    ],
  ])('%s is rejected', (source, finding) => {
    expect(refusals(source)).toEqual([finding]);
  });
});

test('fields: the default size depends on the type', () => {
  const source =
    '::field{type=text, role=a} ::field{type=text, role=a, width=80, height=24} ::field{type=text, role=a, ' +
    'multiline=true}';
  const sizes = (blocks: readonly Block[]) =>
    blocks.flatMap((block) =>
      block.kind === 'paragraph'
        ? block.children.flatMap((one) => (one.kind === 'field' ? [[one.width, one.height]] : []))
        : [],
    );

  expect(sizes(blocksOf(source + SIGN))).toEqual([
    [150, 17.5],
    [80, 24],
    [300, 60],
  ]);
});
