import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/soak.ts';
import { checkSource } from '../../src/markdown/check-source.ts';
import { renderSource } from '../../src/markdown/render-source.ts';
import { blocksOf, kindsOf, textsOf } from './builders.ts';

/** Pieces that mean something somewhere: Markdown, Liquid, directives, HTML, our own sentinels. */
const markup = fc.constantFrom(
  '*',
  '**',
  '_',
  '`',
  '```',
  '~~',
  '~~~',
  '#',
  '# ',
  '- ',
  '+ ',
  '* ',
  '1. ',
  '1) ',
  '> ',
  '>',
  '|',
  '\\|',
  '|-|',
  '---',
  '===',
  '    ',
  '\t',
  '\\',
  '\n',
  '\r\n',
  '\n\n',
  '  \n',
  ' ',
  '',
  '[',
  ']',
  '](',
  '[a](javascript:x)',
  '![a](x)',
  '<b>',
  '</b>',
  '<!--',
  '-->',
  '<script>',
  '&amp;',
  '&#10;',
  'https://x.example',
  '<https://x.example>',
  'a@b.example',
  '[r]: https://x.example',
  '[^1]',
  '^[',
  '{{',
  '}}',
  '{{ v }}',
  '{%',
  '%}',
  '{% if v %}',
  '{% endif %}',
  '{% raw %}',
  '| upcase',
  '::pagebreak',
  '::signature{role=evil}',
  ':::signatures',
  ':::',
  '::',
  '\u{F0000}',
  '\u{F0001}',
  '\u{FFFFD}',
  '\uE000',
  '\u200F',
  '\u200D',
  '\u2028',
  '\uFEFF',
  '😀',
  'ß',
  'İ',
);
const isPrintable = (text: string) => !/[[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]--[\t\n\r]]/v.test(text);
const value = fc
  .array(fc.oneof({ weight: 3, arbitrary: markup }, fc.string({ unit: 'binary', maxLength: 8 })), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''))
  .filter(isPrintable);

const TEMPLATES = [
  '{{ v }}',
  '{{ v }}\n{{ v }}\n\n{{ v }}',
  '# {{ v }}\n\n{{ v }} # {{ v }}\n===',
  '- {{ v }}\n- a{{ v }}\n  1. {{ v }}{{ v }}',
  '> {{ v }}\n> a {{ v }}\n\n{{ v }}\n---',
  '|{{ v }}|b|\n|-|:-:|\n|{{ v }}|x {{ v }} y|\n|*{{ v }}*||',
  '**{{ v }}** *a{{ v }}* ~~{{ v }}b~~ _{{ v }}_',
  '[{{ v }}](https://x.example) `code` {{ v }} <https://x.example>',
  '{% for i in list %}{{ i }}: {{ v }}\n\n{% else %}{% endfor %}{% if v == "x" %}{% endif %}',
  '\\{{ v }} &{{ v }}; <{{ v }}> ![{{ v }}] {{ v }}  \n{{ v }}\\\n{{ v }}',
  'a\n\n::pagebreak\n\n{{ v }}\n\n::signature{role=client, label=Client}\n\n{{ v }}',
  '{{ v | upcase }} {{ v | downcase }}',
];

const asOneLineEnd = (text: string) => text.replace(/\r\n|[\r\u2028\u2029]/g, '\n');

describe('template values of any kind', () => {
  test.each(TEMPLATES)('the structure of %j is unchanged, and it contains the value literally', (source) => {
    const harmless = kindsOf(blocksOf(source, { v: 'word', list: ['word', 'word'] }));

    fc.assert(
      fc.property(value, (v) => {
        const blocks = blocksOf(source, { v, list: [v, v] });

        const text = textsOf(blocks).join('');
        const printed = asOneLineEnd(source.includes('upcase') ? v.toUpperCase() : v);
        expect(kindsOf(blocks)).toEqual(harmless);
        expect(text).toContain(printed);
      }),
      { numRuns: 50 },
    );
  });
});

test('Markdown templates: any data is rendered or rejected', () => {
  const paths = ['v', 'v.a', 'v[0]', 'v.length', 'v.constructor', 'v["__proto__"]', 'v.toString'];
  const source = paths
    .map(
      (path) =>
        `{{ ${path} }} {% if ${path} == blank or ${path} > 1 and ${path} contains v %}x{% endif %}{% for i in ${path} %}{{ i }}{{ i.a }}{% endfor %}`,
    )
    .join('\n\n');

  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }), (v) => {
      const rendered = renderSource({ source, data: { v } });

      expect('findings' in rendered ? rendered.findings.length : 0).toBeGreaterThan(0);
      expect(renderSource({ source, data: v })).toHaveProperty('findings');
    }),
    runs(200),
  );
});

test('Markdown templates: any source is rendered or rejected, with findings in source order', () => {
  const source = fc
    .array(fc.oneof({ weight: 4, arbitrary: markup }, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 40 })
    .map((parts) => parts.join(''));

  fc.assert(
    fc.property(source, (text) => {
      const results = [renderSource({ source: text, data: { v: 'x' } }), checkSource(text, { v: 'x' })];

      const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
      for (const result of results) {
        const findings = 'findings' in result ? result.findings : [];
        for (const { line, column } of findings) {
          expect(lines.length).toBeGreaterThanOrEqual(line);
          expect([...(lines[line - 1] ?? '')].length + 1).toBeGreaterThanOrEqual(column);
        }
        expect(findings).toEqual(findings.toSorted((a, b) => a.line - b.line || a.column - b.column));
      }
    }),
    runs(1_000),
  );
});

test('Markdown templates: a stored template renders with its sample data', () => {
  const source = fc.array(markup, { maxLength: 30 }).map((parts) => parts.join(''));

  fc.assert(
    fc.property(source, (text) => {
      const checked = checkSource(text, { v: 'x' });
      fc.pre('roles' in checked);
      const { roles } = checked as { roles: { role: string; label: string | null }[] };

      expect(renderSource({ source: text, data: { v: 'y' }, roles })).toMatchObject({ roles });
    }),
    runs(500),
  );
});
