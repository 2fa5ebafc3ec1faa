import { describe, expect, test } from 'vitest';
import { checkSource } from '../../src/markdown/check-source.ts';
import { refusals, refusalsOfSaving } from './builders.ts';

const HTML = 'HTML is not supported.';
const data = { yes: true, no: false, n: 1, list: ['x'], none: [], v: 'x' };

describe('saving a template takes every branch once', () => {
  test.each([
    ['{% if yes %}a{% else %}<b>{% endif %}', `1:24 ${HTML}`],
    ['{% if no %}<b>{% endif %}', `1:12 ${HTML}`],
    [
      '{% if yes %}a{% elsif no %}<b>{% elsif no %}<i>{% else %}<u>{% endif %}',
      `1:28 ${HTML}`,
      `1:45 ${HTML}`,
      `1:58 ${HTML}`,
    ],
    ['{% unless yes %}<b>{% endunless %}', `1:17 ${HTML}`],
    ['{% unless yes %}a{% else %}b{% endunless %}'],
    ['{% for x in none %}<b>{% endfor %}', `1:20 ${HTML}`],
    ['{% for x in list %}a{% else %}<b>{% endfor %}', `1:31 ${HTML}`],
    ['{% if no %}{% if no %}{% for x in none %}<b>{% endfor %}{% endif %}{% endif %}', `1:42 ${HTML}`],
    [
      '{% if no %}{% if no %}a{% else %}<b>{% endif %}{% else %}{% if no %}<i>{% endif %}{% endif %}',
      `1:34 ${HTML}`,
      `1:69 ${HTML}`,
    ],
    ['{% if yes %}a{% endif %} {% if yes %}b{% else %}<i>{% endif %}', `1:49 ${HTML}`],
    ['{% if no %}`{{ v }}`{% endif %}', '1:13 Variables are not allowed in code.'],
    ['{% if no %}[a](http://x){% endif %}', '1:12 Links begin with https:// or mailto:.'],
    ['{% if no %}\n::signature{role=a}\n{% endif %}', '2:1 A signature cannot depend on a condition or a loop.'],
    [
      '{% for x in none %}\n::signature{role=a}\n{% else %}\n::signature{role=b}\n{% endfor %}',
      '2:1 A signature cannot depend on a condition or a loop.',
      '4:1 A signature cannot depend on a condition or a loop.',
    ],
    [
      '{% if no %}text{% endif %}::signature{role=a}',
      '1:27 A directive must be alone on its line, outside of lists and quotes.',
      '1:27 This signature is missing for some data. A signature must not depend on a condition.',
    ],
    [
      '{% if no %}\n```\n{% endif %}\n\n::signature{role=a}',
      '5:1 This signature is missing for some data. A signature must not depend on a condition.',
    ],
    [
      '{% if yes %}\n```\n{% endif %}\n\n::signature{role=a}',
      '5:1 This signature is missing for some data. A signature must not depend on a condition.',
    ],
    [
      '{% if no %}    {% endif %}::signature{role=a}',
      '1:27 This signature is missing for some data. A signature must not depend on a condition.',
    ],
  ])('%j', (source, ...findings) => {
    expect(refusalsOfSaving(source, data)).toEqual(findings);
  });

  test('data that only a branch needs is required when the branch is taken', () => {
    const source = '{% if no %}{{ missing }} {% for x in gone %}{{ x.y }}{% endfor %}{% endif %}';

    expect(refusalsOfSaving(source, data)).toEqual([]);
    expect(refusals(source, { no: true })).toEqual([
      '1:12 The data has no value for `missing`.',
      '1:38 The data has no value for `gone`.',
    ]);
  });

  test('the sample data must be complete', () => {
    expect(refusalsOfSaving('{{ a }}\n\n{{ b }}', { a: 1 })).toEqual(['3:1 The data has no value for `b`.']);
  });

  test('the roles of all branches are returned', () => {
    const source = '::signature{role=a}\n\n{% if no %}b{% endif %}\n\n::signature{role=b, label=B}';

    expect(checkSource(source, data)).toEqual({
      roles: [
        { role: 'a', label: null },
        { role: 'b', label: 'B' },
      ],
      fields: [],
    });
  });

  test('a long chain of branches is checked to its end', () => {
    const branch = (index: number) => `{% elsif n == ${index} %}text ${index}`;
    const chain = Array.from({ length: 300 }, (_, index) => branch(index)).join('');

    expect(refusalsOfSaving(`{% if no %}${chain}{% endif %}`, data)).toEqual([]);
    expect(refusalsOfSaving(`{% if no %}${chain}<b>{% endif %}`, data)).toHaveLength(1);
  });

  test('a template with too many branches is rejected', () => {
    const branch = (index: number) => `{% elsif n == ${index} %}t`;
    const chain = Array.from({ length: 4_000 }, (_, index) => branch(index)).join('');

    expect(refusalsOfSaving(`{% if no %}${chain}{% endif %}`, data)).toEqual([
      '1:1 The template has too many branches to check each of them.',
    ]);
  });
});
