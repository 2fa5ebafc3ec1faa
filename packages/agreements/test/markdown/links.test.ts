import { expect, test } from 'vitest';
import { judgeLink } from '../../src/markdown/links.ts';
import { refusals, sketch } from './builders.ts';

test.each([
  ['https://example.com', 'https://example.com/'],
  ['HTTPS://Example.COM/A', 'https://example.com/A'],
  ['https://example.com/a?b=c&d#e', 'https://example.com/a?b=c&d#e'],
  ['https://example.com:8443/', 'https://example.com:8443/'],
  ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
  ['https://example.com/a%20b', 'https://example.com/a%20b'],
  ['https://example.com/@user', 'https://example.com/@user'],
  ['mailto:ada@example.com', 'mailto:ada@example.com'],
  ['MAILTO:ada@example.com?subject=Hi%20there', 'mailto:ada@example.com?subject=Hi%20there'],
])('links: %s is accepted', (address, href) => {
  expect(judgeLink(address)).toEqual({ href });
});

test.each([
  'http://example.com',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://example.com',
  'tel:+1',
  'blob:https://example.com',
  'view-source:https://example.com',
  'about:blank',
  '//example.com',
  '/relative',
  'relative',
  '../up',
  '#anchor',
  '?query',
  '',
  'https:',
  'https:/example.com',
  'https:example.com',
  'https://',
  'https:///example.com',
  'https%3A//example.com',
  '\thttps://example.com',
  ' https://example.com',
  'https://exa mple.com',
  'https://example.com\\@evil.example',
  'https:\\\\example.com',
  'https://user@example.com',
  'https://user:secret@example.com',
  'https://example.com@evil.example',
  'https://example.com/\u0000',
  'https://example.com/%00',
  'https://example.com/%0d%0aSet-Cookie:x',
  'https://example.com/\u202E',
  'https://exa\u00ADmple.com',
  'https://example.com\n.evil.example',
  'https://[::1',
  'https://%',
  'mailto:',
  'mailto:nobody',
  'mailto:?subject=x',
  'mailto:a@b@c',
  'mailto:a@b.example?x=%0ABcc:c@d.example',
  'javascript://https://example.com/%0aalert(1)',
])('links: %j is rejected', (address) => {
  expect(judgeLink(address)).toEqual({ refusal: expect.any(String) });
});

const SCHEMES = 'Links begin with https:// or mailto:.';

test.each([
  ['[a](http://x.example)', `1:1 ${SCHEMES}`],
  ['text [a](javascript:alert(1))', `1:6 ${SCHEMES}`],
  ['[a](javascript&#58;alert(1))', `1:1 ${SCHEMES}`],
  ['[a](&#106;avascript:alert(1))', `1:1 ${SCHEMES}`],
  ['[a](java\\script:x)', `1:1 ${SCHEMES}`],
  ['[a](<java script:x>)', `1:1 ${SCHEMES}`],
  ['[a](&Tab;https://x.example)', `1:1 ${SCHEMES}`],
  ['[a]()', `1:1 ${SCHEMES}`],
  ['[a](<>)', `1:1 ${SCHEMES}`],
  ['[a](/b)', `1:1 ${SCHEMES}`],
  ['<http://x.example>', `1:1 ${SCHEMES}`],
  ['<javascript:alert(1)>', `1:1 ${SCHEMES}`],
  ['<made-up-scheme:foo>', `1:1 ${SCHEMES}`],
  ['[a][r] [b][r]\n\n[r]: http://x.example', `3:1 ${SCHEMES}`],
  ['text\n\n[unused]: ftp://x.example', `3:1 ${SCHEMES}`],
  ['> [r]: /x', `1:3 ${SCHEMES}`],
  ['# [a](x)', `1:3 ${SCHEMES}`],
  ['|[a](x)|\n|-|\n|[b](y)|', `1:2 ${SCHEMES}`, `3:2 ${SCHEMES}`],
  ['**[a](x)**', `1:3 ${SCHEMES}`],
  ['[a](https://u@x.example)', '1:1 URLs with a user name are not allowed.'],
])('links: %j is rejected in a source', (source, ...findings) => {
  expect(refusals(source)).toEqual(findings);
});

test('links: a URL in code or in escaped brackets is text', () => {
  expect(sketch('`[a](http://x)` \\[a](http://x)')).toBe('p(`[a](http://x)` [a](http://x))');
});

test('links: the length limit applies to the printed URL', () => {
  const longest = `https://example.com/${'a'.repeat(8_000 - 'https://example.com/'.length)}`;
  const TOO_LONG = '1:1 A URL may have at most 8000 characters.';

  expect(refusals(`[a](${longest})`)).toEqual([]);
  expect(refusals(`[a](${longest}a)`)).toEqual([TOO_LONG]);
  expect(refusals(`[a](https://example.com/${'ü'.repeat(2_000)})`)).toEqual([TOO_LONG]);
});
