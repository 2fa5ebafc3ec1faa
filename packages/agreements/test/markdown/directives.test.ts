import { describe, expect, test } from 'vitest';
import { renderSource } from '../../src/markdown/render-source.ts';
import { refusals, refusalsOfSaving, sketch } from './builders.ts';

const role = (length: number) => 'r'.repeat(length);

describe('valid directives', () => {
  test.each([
    ['::pagebreak', 'page-break'],
    ['a\n::pagebreak\nb', 'p(a) page-break p(b)'],
    ['a\n\n   ::pagebreak   \n\nb', 'p(a) page-break p(b)'],
    ['- a\n::pagebreak', 'ul(p(a)) page-break'],
    ['> a\n::pagebreak', 'quote(p(a)) page-break'],
    ['|a|\n|-|\n|b|\n::pagebreak', 'table:-[a / b] page-break'],
    ['::pagebreak\n---', 'page-break rule'],
    ['::signature{role=client}', 'sign(client)'],
    ['::signature{role=client, label=The client}', 'sign(client="The client")'],
    ['::signature{label=The client,role=c}', 'sign(c="The client")'],
    ['::signature{ role = c , label = The client }', 'sign(c="The client")'],
    ['::signature{role="c", label="Smith, {John}"}', 'sign(c="Smith, {John}")'],
    ['::signature{role=c, label="a \\"b\\" \\\\ c"}', 'sign(c="a "b" \\ c")'],
    ['::signature{role=c, label=*not* <b>markup</b>}', 'sign(c="*not* <b>markup</b>")'],
    ["::signature{role=c, label=L'Étranger 客户}", 'sign(c="L\'Étranger 客户")'],
    [`::signature{role=${role(40)}, label=${role(80)}}`, `sign(${role(40)}="${role(80)}")`],
    [`::signature{role=a, label=${'😀'.repeat(80)}}`, `sign(a="${'😀'.repeat(80)}")`],
    ['::signature{role=A-1_b}', 'sign(A-1_b)'],
    [':::signatures\n::signature{role=a}\n:::', 'sign(a)'],
    [':::signatures\n::signature{role=a}\n\n::signature{role=b}\n:::\n', 'sign(a, b)'],
    ['text\n:::signatures\n::signature{role=a}\n:::\ntext', 'p(text) sign(a) p(text)'],
    ['{% if v %}\n::pagebreak\n{% endif %}', 'page-break'],
    ['{% if v %}::pagebreak{% endif %}', 'page-break'],
    ['{% for i in list %}\n::pagebreak\n{% endfor %}', 'page-break page-break'],
    ['{% if v %}{% endif %}::signature{role=a}', 'sign(a)'],
    ['```\n::signature{role=a}\n::nothing\n```', 'code(::signature{role=a}⏎::nothing)'],
    ['    ::pagebreak', 'code(::pagebreak)'],
    ['`::signature{role=a}` \\::pagebreak', 'p(`::signature{role=a}` ::pagebreak)'],
    ['std::vector and a: :b ::c', 'p(std::vector and a: :b ::c)'],
  ])('%j', (source, document) => {
    expect(sketch(source, { v: true, list: [1, 2] })).toBe(document);
  });
});

const UNKNOWN =
  'Unknown directive. Supported are ::pagebreak, ::signature{role=…, label=…}, ::field{type=…, role=…}, and ' +
  ':::signatures with ::: at its end.';
const ROLE = 'A role starts with a letter, followed by letters, digits, _ or -, and has at most 40 characters.';
const ATTRIBUTES = 'Attributes are written name=value or name="value", with a comma between.';
const ALONE = 'A directive must be alone on its line, outside of lists and quotes.';
const INSIDE = 'Directives are not allowed in quotes and lists.';
const CONDITIONAL = 'A signature cannot depend on a condition or a loop.';
const MADE_UP = 'Conditions and loops are not allowed within a directive.';
const VARIABLE = 'Variables are not allowed in directives.';
const GROUP = 'Only ::signature and lines of ::field are allowed between :::signatures and :::.';
const four = (letter: string) => [1, 2, 3, 4].map((number) => `::signature{role=${letter}${number}}`).join('\n');

describe('invalid directives are rejected, never printed', () => {
  test.each([
    ['::', `1:1 ${UNKNOWN}`],
    ['::unknown', `1:1 ${UNKNOWN}`],
    [':: pagebreak', `1:1 ${UNKNOWN}`],
    ['::pagebreak now', `1:1 ${UNKNOWN}`],
    ['::PageBreak', `1:1 ${UNKNOWN}`],
    ['::pagebreak{}', `1:1 ${UNKNOWN}`],
    [':::pagebreak', `1:1 ${UNKNOWN}`],
    ['::signature', `1:1 ${UNKNOWN}`],
    ['::signature {role=a}', `1:1 ${UNKNOWN}`],
    ['::signature{role=a', `1:1 ${UNKNOWN}`],
    ['::signature{role=a} x', `1:1 ${UNKNOWN}`],
    ['::signatures\n', `1:1 ${UNKNOWN}`],
    ['::::signatures', `1:1 ${UNKNOWN}`],
    ['text\n::foo', `2:1 ${UNKNOWN}`],
    ['::signature{}', '1:1 A signature requires a role: ::signature{role=client}.'],
    ['::signature{label=x}', '1:1 A signature requires a role: ::signature{role=client}.'],
    ['::signature{role=}', `1:13 ${ROLE}`],
    ['::signature{role=1a}', `1:13 ${ROLE}`],
    ['::signature{role=a b}', `1:13 ${ROLE}`],
    ['::signature{role=é}', `1:13 ${ROLE}`],
    [`::signature{role=${role(41)}}`, `1:13 ${ROLE}`],
    ['::signature{role=a, label=}', '1:21 The label is empty.'],
    ['::signature{role=a, label="  "}', '1:21 The label is empty.'],
    [`::signature{role=a, label=${role(81)}}`, '1:21 A label has at most 80 characters.'],
    [
      '::signature{role=a, label=b, colour=red}',
      '1:30 A signature has the attributes role, label, name, title, date, place and dateFormat.',
    ],
    ['::signature{role=a, role=b}', '1:21 The attribute role is repeated.'],
    ['::signature{role=a, label=Smith, John}', `1:34 ${ATTRIBUTES}`],
    ['::signature{role=a, label="x}', `1:21 ${ATTRIBUTES}`],
    ['::signature{role=a label=b}', `1:13 ${ROLE}`],
    ['::signature{a}', `1:13 ${ATTRIBUTES}`],
    ['::signature{role=a,}', '1:20 An attribute is expected after the comma.'],
    ['::signature{role={a}}', `1:13 ${ATTRIBUTES}`],
    [`::signature{role=a, label=${' '.repeat(2000)}}`, '1:1 This directive is too long.'],
    ['::signature{role=a}\n\n::signature{role=a}', '3:1 The role a is used twice.'],
    [`${four('a')}\n${four('b')}\n::signature{role=c}`, '9:1 A template has at most 8 signature roles.'],
    ['> ::pagebreak', `1:3 ${INSIDE}`],
    ['- ::signature{role=a}', `1:3 ${INSIDE}`],
    ['1. a\n\n   ::pagebreak', `3:4 ${INSIDE}`],
    ['> :::signatures', `1:3 ${INSIDE}`],
    ['|::signature{role=a}|\n|-|', `1:2 ${ALONE}`],
    ['|a|\n|-|\n|b ::pagebreak|', `3:4 ${ALONE}`],
    ['# ::pagebreak', `1:3 ${ALONE}`],
    ['Sign here: ::signature{role=a}', `1:12 ${ALONE}`],
    ['**::signature{role=a}**', `1:3 ${ALONE}`],
    ['a\n    ::anything', `2:5 ${ALONE}`],
    ['[::Signature](https://x.example)', `1:2 ${ALONE}`],
    ['{{ v -}}\n::signature{role=a}', `2:1 ${ALONE}`],
    ['::pagebreak\n{{- v }}', `2:1 ${VARIABLE}`],
    ['::{{ v }}', `1:3 ${VARIABLE}`],
    ['::signature{role={{ v }}}', `1:18 ${VARIABLE}`],
    ['::signature{role=a, label={{ v }}}', `1:27 ${VARIABLE}`],
    ['{% if v %}\n::signature{role=a}\n{% endif %}', `2:1 ${CONDITIONAL}`],
    ['{% unless no %}\n::signature{role=a}\n{% endunless %}', `2:1 ${CONDITIONAL}`],
    ['{% for i in list %}\n::signature{role=a}\n{% endfor %}', `2:1 ${CONDITIONAL}`],
    ['{% if v %}\n:::signatures\n{% endif %}', `2:1 ${CONDITIONAL}`],
    ['::signature{role=a{% if v %}b{% endif %}}', `1:1 ${MADE_UP}`],
    ['::{% if v %}pagebreak{% endif %}', `1:1 ${MADE_UP}`],
    ['{% if v %}::{% endif %}pagebreak', `1:11 ${MADE_UP}`],
    ['::signature{role=a}{% if v %} {% endif %}'],
    [':::', '1:1 This ::: closes no group.'],
    [':::signatures\n::signature{role=a}', '1:1 This group is never closed by :::.'],
    [':::signatures\n:::', '1:1 A group requires one or two signatures. This one has 0.'],
    [`:::signatures\n${four('a')}\n:::`, '1:1 A group requires one or two signatures. This one has 4.'],
    [':::signatures\n::signature{role=a}\ntext\n:::', `3:1 ${GROUP}`],
    [':::signatures\n::signature{role=a}\n::pagebreak\n:::', `3:1 ${GROUP}`],
    [':::signatures\n:::signatures\n::signature{role=a}\n:::', `2:1 ${GROUP}`],
    [':::signatures\n- ::signature{role=a}\n:::', `2:3 ${GROUP}`, `2:3 ${INSIDE}`],
    [':::signatures\n{{ v }}\n:::', `2:1 ${GROUP}`],
    ['<div>\n::signature{role=a}\n</div>', '1:1 HTML is not supported.'],
  ])('%j', (source, ...findings) => {
    const data = { v: 'x', no: false, list: [1, 2] };

    expect(refusals(source, data)).toEqual(findings);
  });

  test.each(['::pagebreak', '::signature{role=b}', '\n\n::pagebreak\n\n', ':::signatures'])(
    'a value never becomes a directive: %j',
    (value) => {
      const kinds = sketch('{{ v }}', { v: value });

      expect(kinds).toBe(`p(${value.replaceAll('\n', '⏎')})`);
    },
  );
});

describe('roles of a template', () => {
  const source = '::signature{role=a, label=One}\n\n:::signatures\n::signature{role=b}\n:::';
  const roles = [
    { role: 'a', label: 'One' },
    { role: 'b', label: null },
  ];
  const OTHERS = 'The signature roles differ from those saved with the template.';

  test('are in source order', () => {
    expect(renderSource({ source, data: {}, roles })).toMatchObject({ roles });
  });

  test.each([
    ['one too many', [...roles, { role: 'c', label: null }], { line: 1, column: 1 }],
    ['one too few', roles.slice(0, 1), { line: 4, column: 1 }],
    ['none', [], { line: 1, column: 1 }],
    [
      'another label',
      [
        { role: 'a', label: 'Two' },
        { role: 'b', label: null },
      ],
      { line: 1, column: 1 },
    ],
    ['another order', roles.toReversed(), { line: 1, column: 1 }],
  ])('must match the stored roles: %s', (_case, saved, place) => {
    expect(renderSource({ source, data: {}, roles: saved })).toEqual({
      findings: [{ ...place, message: OTHERS }],
    });
  });
});

test.each([
  ['{% if x %}::pagebreak{% endif %}', 'p(a) page-break p(b)'],
  ['{% if x %}\n::pagebreak\n{% endif %}', 'p(a) page-break p(b)'],
  ['{% unless x %}c{% else %}\n\n::pagebreak\n\n{% endunless %}', 'p(a) page-break p(b)'],
  ['{% if y %}\n::pagebreak\n{% endif %}', 'p(a) p(b)'],
])('a page break may depend on a condition: %j', (source, expected) => {
  const data = { x: true, y: false };
  expect(sketch(`a\n\n${source}\n\nb`, data)).toBe(expected);
  expect(refusalsOfSaving(`a\n\n${source}\n\nb`, data)).toEqual([]);
});
