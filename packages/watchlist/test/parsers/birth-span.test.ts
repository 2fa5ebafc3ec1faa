import fc from 'fast-check';
import { expect, test } from 'vitest';
import { birthSpan } from '../../src/parsers/birth-span.ts';
import { day, year } from './read-lists.ts';

test.each([
  ['17 Apr 1993', day('1993-04-17')],
  ['7 October 1969', day('1969-10-07')],
  ['Mar 1958', { from: '1958-03-01', to: '1958-03-31', isCirca: false }],
  ['Feb 1960', { from: '1960-02-01', to: '1960-02-29', isCirca: false }],
  ['1984', year(1984)],
  ['circa 1960', year(1960, 1960, true)],
  ['circa 07 Jul 1966', { ...day('1966-07-07'), isCirca: true }],
  ['1951 to 1953', year(1951, 1953)],
  ['circa 1979-1982', year(1979, 1982, true)],
  ['Mar 1962 to Feb 1963', { from: '1962-03-01', to: '1963-02-28', isCirca: false }],
  ['01 Jan 1961 to 31 Dec 1962', year(1961, 1962)],
  ['1926 - 1928 (approximative)', year(1926, 1928, true)],
  ['12/03/1958', day('1958-03-12')],
  ['dd/mm/1945', year(1945)],
  ['00/00/1945', year(1945)],
  ['dd/03/1959', { from: '1959-03-01', to: '1959-03-31', isCirca: false }],
  ['03/1959', { from: '1959-03-01', to: '1959-03-31', isCirca: false }],
  ['12/mm/1945', year(1945)],
  ['1962-02-26', day('1962-02-26')],
  ['1962-02', { from: '1962-02-01', to: '1962-02-28', isCirca: false }],
])('reads %s as far as it is stated', (text, span) => {
  expect(birthSpan(text)).toEqual(span);
});

test.each(['', 'unknown', '31 Feb 1960', '13/13/1960', '1953 to 1951', '0000', '19', '1950s', '17 Foo 1993'])(
  'reads nothing into "%s"',
  (text) => {
    expect(birthSpan(text)).toBeNull();
  },
);

test('never reads a span that ends before it begins', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const span = birthSpan(text);
      expect(span === null || span.from <= span.to).toBe(true);
    }),
  );
});
