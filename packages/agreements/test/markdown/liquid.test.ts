import { describe, expect, test } from 'vitest';
import { refusals, sketch } from './builders.ts';

const TAG = (name: string) => `The tag ${name} is not supported; if, elsif, else, unless and for are.`;
const NAME = 'The name of a variable is expected here.';
const UNCLEAR = 'This expression is not supported.';
const FILTERS = 'Only the filters upcase, downcase, money, number and date are supported.';
const KEYWORDS = 'blank and empty can only be compared, with == or !=.';
const BEHIND_LIST = 'Nothing can follow the list of a loop.';
const LOOP = 'A loop is written {% for item in items %}.';

const data = { a: 'A', b: 'B', n: 3, no: false, list: ['x', 'y'], none: [], o: { p: { q: 'Q' } } };

describe('supported Liquid', () => {
  test.each([
    ['{{ a }} and {{ o.p.q }}', 'p(A and Q)'],
    ['{{a}}{{b}}', 'p(AB)'],
    ['{{ a | downcase }} {{ o.p.q | downcase | upcase }}', 'p(a Q)'],
    ['{{ n }} {{ no }}', 'p(3 false)'],
    ['{{ list[1] }} {{ o["p"].q }} {{ o[\'p\']["q"] }} {{ list.0 }}', 'p(y Q Q x)'],
    ['{% if a == "A" %}yes{% else %}no{% endif %}', 'p(yes)'],
    ['{% if no %}1{% elsif n > 5 %}2{% elsif n > 2 %}3{% else %}4{% endif %}', 'p(3)'],
    ['{% if no %}1{% elsif no %}2{% endif %}3', 'p(3)'],
    ['{% unless no %}yes{% else %}no{% endunless %}', 'p(yes)'],
    ['{% unless n == 3 %}yes{% else %}no{% endunless %}', 'p(no)'],
    ['{% for x in list %}{{ x }},{% endfor %}', 'p(x,y,)'],
    ['{% for x in none %}{{ x }}{% else %}nothing{% endfor %}', 'p(nothing)'],
    ['{% for x in list %}{% for y in list %}{{ x }}{{ y }} {% endfor %}{% endfor %}', 'p(xx xy yx yy)'],
    ['{% for a in list %}{{ a }}{% endfor %}{{ a }}', 'p(xyA)'],
    ['a   {{- a -}}   b', 'p(aAb)'],
    ['{% if a -%}  x  {%- endif %}', 'p(x)'],
    ['{ a } {a} % }} %}', 'p({ a } {a} % }} %})'],
  ])('%s', (source, document) => {
    expect(sketch(source, data)).toBe(document);
  });

  test('rows of a table can come from a loop', () => {
    const rows = '{% for x in list %}| {{ x }} | {{ n }} |\n{% endfor %}';
    const trimmed = '\n{%- for x in list %}\n| {{ x }} | {{ n }} |\n{%- endfor %}';

    expect(sketch(`|h|i|\n|-|-|\n${rows}`, data)).toBe('table:--[h | i / x | 3 / y | 3]');
    expect(sketch(`|h|i|\n|-|-|${trimmed}`, data)).toBe('table:--[h | i / x | 3 / y | 3]');
  });
});

describe('unsupported Liquid is rejected at its place', () => {
  test.each([
    ['x {% assign y = 1 %}', `1:3 ${TAG('assign')}`],
    ['{% capture y %}z{% endcapture %}', `1:1 ${TAG('capture')}`, `1:17 ${TAG('endcapture')}`],
    ['{% case a %}{% endcase %}', `1:1 ${TAG('case')}`, `1:13 ${TAG('endcase')}`],
    ['{% raw %}{{ a }}{% endraw %}', `1:1 ${TAG('raw')}`, `1:17 ${TAG('endraw')}`],
    ['{% comment %}a{% endcomment %}', `1:1 ${TAG('comment')}`, `1:15 ${TAG('endcomment')}`],
    ['{% # a comment %}', `1:1 ${TAG('#')}`],
    ["{% include 'x' %}", `1:1 ${TAG('include')}`],
    ["{% render 'x' %}", `1:1 ${TAG('render')}`],
    ["{% layout 'x' %}", `1:1 ${TAG('layout')}`],
    ['{% block x %}{% endblock %}', `1:1 ${TAG('block')}`, `1:14 ${TAG('endblock')}`],
    ['{% tablerow x in list %}{% endtablerow %}', `1:1 ${TAG('tablerow')}`, `1:25 ${TAG('endtablerow')}`],
    ['{% increment n %}', `1:1 ${TAG('increment')}`],
    ['{% decrement n %}', `1:1 ${TAG('decrement')}`],
    ['{% cycle "a", "b" %}', `1:1 ${TAG('cycle')}`],
    ['{% echo a %}', `1:1 ${TAG('echo')}`],
    ['{% liquid\n assign a = 1\n%}', `1:1 ${TAG('liquid')}`],
    ['{% for x in list %}{% break %}{% endfor %}', `1:20 ${TAG('break')}`],
    ['{% for x in list %}{% continue %}{% endfor %}', `1:20 ${TAG('continue')}`],
    ['{% constructor %}', `1:1 ${TAG('constructor')}`],
    ['{{ a | capitalize }}', `1:8 ${FILTERS}`],
    ['{{ a | default: "x" }}', `1:8 ${FILTERS}`],
    ['{{ a | upcase | size }}', `1:17 ${FILTERS}`],
    ['{{ a | constructor }}', `1:8 ${FILTERS}`],
    ['{{ a | upcase: 1 }}', '1:8 The filter upcase takes no arguments.'],
    ['{{ a | upcase: }}', '1:8 The filter upcase takes no arguments.'],
    ['{{ a | }}', `1:7 ${UNCLEAR}`],
    ['{{ a | upcase | }}', `1:16 ${UNCLEAR}`],
    ['{{ a || upcase }}', `1:4 ${UNCLEAR}`],
    ['{{ a b }}', `1:4 ${UNCLEAR}`],
    ['{{ a, b }}', `1:5 ${UNCLEAR}`],
    ['{{ a == b }}', `1:4 ${UNCLEAR}`],
    ['{{ 5 }}', `1:4 ${NAME}`],
    ['{{ true }}', `1:4 ${NAME}`],
    ['{{ blank }}', `1:4 ${NAME}`],
    ['{{ (1..3) }}', `1:4 ${NAME}`],
    ['{{ "text".size }}', `1:4 ${NAME}`],
    ['{{ true.a }}', `1:4 ${NAME}`],
    ['{{ }}', `1:4 ${NAME}`],
    ['{{}}', `1:3 ${NAME}`],
    ['{{ a. }}', `1:4 ${NAME}`],
    ['{{ .a }}', `1:4 ${NAME}`],
    ['{{ o[p] }}', `1:4 ${NAME}`],
    ['{{ o["p" junk].q }}', `1:4 ${NAME}`],
    ['{{ o["p }}', '1:1 This is never closed.'],
    ['{{ list[-1] }}', `1:4 ${NAME}`],
    ['{{ list[1.5] }}', `1:4 ${NAME}`],
    ['{% if a | upcase == "A" %}x{% endif %}', '1:9 A condition takes no filters.'],
    ['{% if a == "A" | upcase %}x{% endif %}', '1:16 A condition takes no filters.'],
    ['{% if not a %}x{% endif %}', `1:7 ${NAME}`],
    ['{% if a = b %}x{% endif %}', `1:9 ${UNCLEAR}`],
    ['{% if a b %}x{% endif %}', `1:9 ${UNCLEAR}`],
    ['{% if a <> b %}x{% endif %}', `1:10 ${NAME}`],
    ['{% if a == b == b %}x{% endif %}', `1:14 ${UNCLEAR}`],
    ['{% if a == %}x{% endif %}', `1:11 ${NAME}`],
    ['{% if == a %}x{% endif %}', `1:7 ${NAME}`],
    ['{% if a and %}x{% endif %}', `1:12 ${NAME}`],
    ['{% if (a) %}x{% endif %}', `1:7 ${UNCLEAR}`],
    ['{% if %}x{% endif %}', `1:6 ${NAME}`],
    ['{% if a == "x %}y{% endif %}', '1:12 This text is opened and never closed.'],
    ['{% if a == nil %}x{% endif %}', '1:12 Nothing is nil here: a variable without a value is an error.'],
    ['{% if blank %}x{% endif %}', `1:7 ${KEYWORDS}`],
    ['{% if a < empty %}x{% endif %}', `1:7 ${KEYWORDS}`],
    ['{% if a contains blank %}x{% endif %}', `1:7 ${KEYWORDS}`],
    ['{% for x in list limit: 1 %}x{% endfor %}', `1:18 ${BEHIND_LIST}`],
    ['{% for x in list offset:1 %}x{% endfor %}', `1:18 ${BEHIND_LIST}`],
    ['{% for x in list reversed %}x{% endfor %}', `1:18 ${BEHIND_LIST}`],
    ['{% for x in list | upcase %}x{% endfor %}', `1:18 ${BEHIND_LIST}`],
    ['{% for x in (1..3) %}x{% endfor %}', '1:13 A loop requires a list of the data. Ranges are not supported.'],
    ['{% for x in "ab" %}x{% endfor %}', `1:13 ${NAME}`],
    ['{% for x list %}x{% endfor %}', `1:8 ${LOOP}`],
    ['{% for %}x{% endfor %}', `1:7 ${LOOP}`],
    ['{% for true in list %}x{% endfor %}', `1:8 ${LOOP}`],
    ['{% for x in list %}{{ forloop.index }}{% endfor %}', '1:23 The variables of forloop are not supported.'],
    [
      '{% for x in list %}{% if forloop.last %}.{% endif %}{% endfor %}',
      '1:26 The variables of forloop are not supported.',
    ],
    ['{% else %}', '1:1 This else has no matching tag.'],
    ['{% elsif a %}', '1:1 This elsif has no matching tag.'],
    ['{% endif %}', '1:1 This endif closes nothing.'],
    ['{% if a %}', '1:1 This if is never closed by endif.'],
    ['{% if a %}x{% endfor %}{% endif %}', '1:12 This endfor closes nothing.'],
    ['{% for x in list %}{% if a %}{% endfor %}', '1:30 endif is expected before this endfor.'],
    ['{% if a %}{% else %}{% else %}{% endif %}', '1:21 This else has no matching tag.'],
    ['{% if a %}{% else %}{% elsif a %}{% endif %}', '1:21 This elsif has no matching tag.'],
    ['{% unless a %}{% elsif b %}{% endunless %}', '1:15 This elsif has no matching tag.'],
    ['{% if a %}{% else b %}{% endif %}', '1:19 Nothing can follow else in its tag.'],
    ['{% if a %}{% endif b %}', '1:20 Nothing can follow endif in its tag.'],
    ['{% %}', '1:1 This tag has no name.'],
    ['a {{ b', '1:3 This is never closed.'],
    ['a {% if b', '1:3 This is never closed.'],
    ['{% raw %}x', '1:10 This is never closed.'],
  ])('%s', (source, ...findings) => {
    expect(refusals(source, data)).toEqual(findings);
  });

  test('all findings are reported in source order', () => {
    const source = 'a {{ x }}\n\n{% assign y = 1 %}<b>\n\n> {{ a | size }} `{{ a }}`\n\n[l](http://x)';

    expect(refusals(source, data)).toEqual([
      '1:3 The data has no value for `x`.',
      `3:1 ${TAG('assign')}`,
      '3:19 HTML is not supported.',
      `5:10 ${FILTERS}`,
      '5:19 Variables are not allowed in code.',
      '7:1 Links begin with https:// or mailto:.',
    ]);
  });

  test('at most a hundred findings are reported', () => {
    expect(refusals('{{ a | size }}\n'.repeat(300), data)).toHaveLength(100);
    expect(refusals('{{ x }}\n'.repeat(300), data).at(-1)).toBe('100:1 The data has no value for `x`.');
  });
});
