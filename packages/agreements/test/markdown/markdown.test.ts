import { describe, expect, test } from 'vitest';
import { refusals, sketch } from './builders.ts';

describe('Markdown is parsed to a tree', () => {
  test.each([
    ['', ''],
    ['text', 'p(text)'],
    ['one\ntwo', 'p(one two)'],
    ['one\n\ntwo', 'p(one) p(two)'],
    ['one  \ntwo\\\nthree', 'p(one⏎two⏎three)'],
    ['# a\n## b ##\n###### c', 'h1(a) h2(b) h6(c)'],
    ['a\n===\nb\n---', 'h1(a) h2(b)'],
    ['####### a', 'p(####### a)'],
    ['*a* _b_ **c** __d__ ***e***', 'p(em(a) em(b) strong(c) strong(d) em(strong(e)))'],
    ['~~a~~ ~b~', 'p(s(a) ~b~)'],
    ['a * b _c 2*3*4', 'p(a * b _c 2em(3)4)'],
    ['snake_case_name', 'p(snake_case_name)'],
    ['`a` ``b`c``', 'p(`a` `b`c`)'],
    ['\\*a\\* \\# \\\\', 'p(*a* # \\)'],
    ['&amp; &copy; &#65; &#x42; &nothing;', 'p(& © A B &nothing;)'],
    ['&lt;b&gt;', 'p(<b>)'],
    ['---\n\n***', 'rule rule'],
    ['> a\n> b\n\n> > c', 'quote(p(a b)) quote(quote(p(c)))'],
    ['> a\nlazy', 'quote(p(a lazy))'],
    ['- a\n- b', 'ul(p(a), p(b))'],
    ['- a\n\n- b', 'ul-loose(p(a), p(b))'],
    ['1. a\n2. b', 'ol1(p(a), p(b))'],
    ['7) a\n9) b', 'ol7(p(a), p(b))'],
    ['- a\n  - b\n    1. c\n- d', 'ul(p(a) ul(p(b) ol1(p(c))), p(d))'],
    ['- a\n\n  b', 'ul-loose(p(a) p(b))'],
    ['-\n- a', 'ul(, p(a))'],
    ['```js\na\n  b\n```', 'code(a⏎  b)'],
    ['~~~\n```\n~~~', 'code(```)'],
    ['```\nnever closed', 'code(never closed)'],
    ['    a\n\n    b', 'code(a⏎⏎b)'],
    ['```\n```', 'code()'],
    ['|a|b|\n|-|-|\n|1|2|', 'table:--[a | b / 1 | 2]'],
    ['a|b\n:-|-:\n1|2', 'table:lr[a | b / 1 | 2]'],
    ['|a|\n|:-:|\n|`x\\|y`|', 'table:c[a / `x|y`]'],
    ['|a|b|\n|-|-|\n|1|', 'table:--[a | b / 1 | ]'],
    ['|a|b|\n|-|-|\n| | |', 'table:--[a | b /  | ]'],
    ['|a\\|b|\n|-|\n|*c\\|d*|', 'table:-[a|b / em(c|d)]'],
    ['text\n|a|\n|-|\n|1|', 'p(text) table:-[a / 1]'],
    ['[a](https://b.example)', 'p(a<https://b.example/>(a))'],
    ['[*a* b](https://b.example "title")', 'p(a<https://b.example/>(em(a) b))'],
    ['[a][r] [r]\n\n[r]: https://b.example/x', 'p(a<https://b.example/x>(a) a<https://b.example/x>(r))'],
    ['<https://b.example/x>', 'p(a<https://b.example/x>(https://b.example/x))'],
    ['<ada@b.example>', 'p(a<mailto:ada@b.example>(ada@b.example))'],
    ['https://b.example www.b.example a@b.example', 'p(https://b.example www.b.example a@b.example)'],
    ['[not a link] [x](a b) [y]( [z', 'p([not a link] [x](a b) [y]( [z)'],
    ['(c) -- ... "q"', 'p((c) – ... “q”)'],
    ['a < b && c > d', 'p(a < b && c > d)'],
    ['<3', 'p(<3)'],
    ['\uFEFF# a\r\nb\rc', 'h1(a) p(b c)'],
    ['\ta', 'code(a)'],
    ['\uE000 x', 'p(\uE000 x)'],
  ])('%j', (source, document) => {
    expect(sketch(source)).toBe(document);
  });
});

const HTML = 'HTML is not supported.';
const IMAGE =
  'Images belong to the template and are written as `![alternative text](image:name)`. None is loaded from elsewhere.';
const FOOTNOTE = 'Footnotes are not supported.';
const IN_CODE = 'Variables are not allowed in code.';
const IN_URL = 'Variables are not allowed in URLs.';
const IN_HTML = 'Variables are not allowed in HTML.';
const PROSE = 'Variables are allowed in text, headings and table cells only.';

describe('unsupported Markdown is rejected at its place', () => {
  test.each([
    ['<div>x</div>', `1:1 ${HTML}`],
    ['a <b>x</b>', `1:3 ${HTML}`, `1:7 ${HTML}`],
    ['a\n\n  <p>', `3:3 ${HTML}`],
    ['- a <br>', `1:5 ${HTML}`],
    ['> <hr>', `1:3 ${HTML}`],
    ['# a<i>', `1:4 ${HTML}`],
    ['|a|<u>|\n|-|-|', `1:4 ${HTML}`],
    ['<!-- x -->', `1:1 ${HTML}`],
    ['a <!-- x --> b', `1:3 ${HTML}`],
    ['<script>alert(1)</script>', `1:1 ${HTML}`],
    ['<style>*{}</style>', `1:1 ${HTML}`],
    ['<?php x ?>', `1:1 ${HTML}`],
    ['<!DOCTYPE html>', `1:1 ${HTML}`],
    ['<![CDATA[x]]>', `1:1 ${HTML}`],
    ['</div>', `1:1 ${HTML}`],
    ['a <img src=x onerror=y>', `1:3 ${HTML}`],
    ['<A HREF="https://x">', `1:1 ${HTML}`],
    ['<Component prop={x} />', `1:1 ${HTML}`],
    ['a <custom-tag/>', `1:3 ${HTML}`],
    ['![a](https://b.example/c.png)', `1:1 ${IMAGE}`],
    ['x ![a][r]\n\n[r]: https://b.example', `1:3 ${IMAGE}`],
    ['[![a](https://b.example)](https://b.example)', `1:2 Images are not allowed in links.`, `1:2 ${IMAGE}`],
    ['![](x)', `1:1 ${IMAGE}`],
    ['a[^1]\n\n[^1]: note', `1:2 ${FOOTNOTE}`, `3:1 ${FOOTNOTE}`],
    ['a[^1]\n\n[^1]: a longer note', `1:2 ${FOOTNOTE}`, `3:1 ${FOOTNOTE}`],
    ['a ^[inline]', `1:3 ${FOOTNOTE}`],
    ['|a|\n|-|\n|b|c|', '3:4 This row has more cells than its table.'],
    ['> |a|\n> |-|\n>   |b|c|', '3:8 This row has more cells than its table.'],
    ['a\u0000b', '1:2 This is U+0000, an invisible control character, which documents cannot contain.'],
    ['\u0007', '1:1 This is U+0007, an invisible control character, which documents cannot contain.'],
    ['a\n\u202Eb', '2:1 This is U+202E, an invisible control character, which documents cannot contain.'],
    ['\u2028', '1:1 This is U+2028, an invisible control character, which documents cannot contain.'],
    ['\uD83D', '1:1 This is U+D83D, an invisible control character, which documents cannot contain.'],
    ['x\u{F0000}', '1:2 This is U+F0000, a private-use character that is reserved here.'],
    ['😀\u{FFFFD}', '1:2 This is U+FFFFD, a private-use character that is reserved here.'],
    ['&#xF0000;', '1:1 The reference &#xF0000; means U+F0000, a private-use character that is reserved here.'],
    [
      'a &#8238; b',
      '1:3 The reference &#8238; means U+202E, an invisible control character, which documents cannot contain.',
    ],
    ['&#10;', '1:1 The reference &#10; means U+000A, an invisible control character, which documents cannot contain.'],
    [
      '&NewLine;',
      '1:1 The reference &NewLine; means U+000A, an invisible control character, which documents cannot contain.',
    ],
  ])('%j', (source, ...findings) => {
    expect(refusals(source)).toEqual(findings);
  });
});

describe('a variable outside of prose is rejected at its place', () => {
  test.each([
    ['`{{ v }}`', `1:2 ${IN_CODE}`],
    ['a `b {{ v }} c {{ v }}`', `1:6 ${IN_CODE}`, `1:16 ${IN_CODE}`],
    ['```\nx {{ v }}\n```', `2:3 ${IN_CODE}`],
    ['```{{ v }}\nx\n```', `1:4 ${IN_CODE}`],
    ['    {{ v }}', `1:5 ${IN_CODE}`],
    ['- a\n\n      {{ v }}', `3:7 ${IN_CODE}`],
    ['[a]({{ v }})', `1:5 ${IN_URL}`],
    ['[a](https://b.example/{{ v }})', `1:23 ${IN_URL}`],
    ['[a](<https://b.example/{{ v }}>)', `1:24 ${IN_URL}`],
    ['[a](https://b.example "{{ v }}")', `1:24 ${IN_URL}`],
    ['<https://b.example/{{ v }}>', `1:20 ${IN_URL}`],
    ['<mailto:{{ v }}>', `1:9 ${IN_URL}`],
    ['[a][r]\n\n[r]: https://b.example/{{ v }}', `3:24 ${IN_URL}`],
    ['[r]: https://b.example "{{ v }}"', `1:25 ${PROSE}`],
    ['[{{ v }}]: https://b.example', `1:2 ${IN_URL}`],
    ['[a][{{ v }}]'],
    ['![{{ v }}](https://b.example)', '1:3 Variables are not allowed in images.'],
    ['![a]({{ v }})', '1:6 Variables are not allowed in images.'],
    ['<div>{{ v }}</div>', `1:1 ${HTML}`, `1:6 ${IN_HTML}`],
    ['a <b title="{{ v }}">', `1:3 ${HTML}`, `1:13 ${IN_HTML}`],
    ['|a|\n|-|\n|b|{{ v }}|', '3:4 This row has more cells than its table.', `3:4 ${PROSE}`],
  ])('%j', (source, ...findings) => {
    expect(refusals(source, { v: 'x' })).toEqual(findings);
  });

  test.each([
    ['[{{ v }}](https://b.example)', 'p(a<https://b.example/>(x))'],
    ['**{{ v }}** _{{ v }}_ ~~{{ v }}~~', 'p(strong(x) em(x) s(x))'],
    ['- {{ v }}\n- {{ v }}', 'ul(p(x), p(x))'],
    ['> {{ v }}', 'quote(p(x))'],
    ['\\{{ v }} &{{ v }}; <{{ v }}>', 'p(\\x &x; <x>)'],
    ['{{ v }}\n===', 'h1(x)'],
    ['![{{ v }}]', 'p(![x])'],
  ])('but accepted in prose: %j', (source, document) => {
    expect(sketch(source, { v: 'x' })).toBe(document);
  });
});
