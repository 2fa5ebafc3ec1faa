import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/soak.ts';
import { compilePattern } from '../../src/fields/pattern.ts';
import { resolveDateFormat } from '../../src/fields/resolve-date-format.ts';
import { FIELD_VALUE_CHARACTERS, PATTERN_CHARACTERS } from '../../src/limits.ts';

const matches = (source: string, value: string) => {
  const pattern = compilePattern(source);
  return 'refusal' in pattern ? pattern.refusal : pattern.matches(value);
};

/** Far more than the slowest takes alone, and far less than a backtracking match would. */
const BOUND_MS = 10_000;
const LONGEST = [
  'a'.repeat(FIELD_VALUE_CHARACTERS),
  `${'a'.repeat(FIELD_VALUE_CHARACTERS - 1)}!`,
  'ab '.repeat(FIELD_VALUE_CHARACTERS / 3),
  'é漢字👍'.repeat(FIELD_VALUE_CHARACTERS / 5),
];

function timeOf(source: string): number {
  const begun = performance.now();
  const pattern = compilePattern(source);
  if (!('refusal' in pattern)) for (const value of LONGEST) pattern.matches(value);
  return performance.now() - begun;
}

describe('validation pattern', () => {
  test.each([
    ['[A-Z]{2}', 'AB', true],
    ['[A-Z]{2}', 'ABC', false],
    ['[A-Z]{2}', 'xAB', false],
    ['^[A-Z]{2}$', 'AB', true],
    ['a|ab', 'ab', true],
    ['a|b', 'xb', false],
    ['(?i)acme', 'ACME', true],
    ['\\p{Lu}\\p{L}+', 'Übung', true],
    ['.', '👍', true],
    ['.{0,500}', 'a'.repeat(500), true],
    ['.{0,500}', 'a'.repeat(501), false],
  ])('%s matches the whole value: %j', (source, value, expected) => {
    expect(matches(source, value)).toBe(expected);
  });

  test.each([
    ['(?=.*\\d).+', /Lookaheads and lookbehinds/],
    ['(?!x).+', /Lookaheads and lookbehinds/],
    ['(?<=a)b', /Lookaheads and lookbehinds/],
    ['(?<!a)b', /Lookaheads and lookbehinds/],
    ['(a)\\1', /Backreferences/],
    ['(?<n>a)\\k<n>', /Backreferences/],
    ['[', /not a valid regular expression: missing closing \]/],
    ['a**', /not a valid regular expression/],
    ['(a', /not a valid regular expression: missing closing \)/],
    ['\\', /not a valid regular expression: trailing backslash/],
    ['(a{1000}){1000}', /not a valid regular expression: invalid repeat count/],
    ['a{1000}a{1000}', /too complex/],
    ['(?:a{0,200}){0,5}b{250}', /too complex/],
    ['.{0,1000}', /too complex/],
  ])('%s is rejected with the reason', (source, why) => {
    expect(compilePattern(source)).toEqual({ refusal: expect.stringMatching(why) });
  });
});

describe('validation pattern of any kind', () => {
  test.each([
    '(a+)+$',
    '(a|a)*$',
    '(a|aa)+$',
    '(.*a){25}',
    '(a*)*b',
    '(?:a?){300}a{300}',
    '(.*)*x',
    '(?:.?.?){300}',
    '(?:\\B?.?){300}',
    '(?i)(?:\\pL?){600}',
    '(?:\\pL*\\PL*){300}',
    '(?:[a-h]*[b-e ]){400}',
    '(a{1000}){1000}',
  ])('%s matches the longest values in bounded time', (source) => {
    expect(timeOf(source)).toBeLessThan(BOUND_MS);
  });

  test.each([
    ['nested as deeply as it goes', '('.repeat(250) + ')'.repeat(250)],
    ['repeated as often as it goes', 'x*'.repeat(250)],
    ['as large a program as it goes', 'a{1000}'.repeat(71)],
  ])('a pattern that is %s matches in bounded time', (_case, source) => {
    expect(timeOf(source)).toBeLessThan(BOUND_MS);
  });

  test('any text compiles or is rejected, and matching terminates', () => {
    const anything = fc.string({ unit: 'binary', maxLength: PATTERN_CHARACTERS });
    const patternLike = fc.string({
      unit: fc.constantFrom(...'ab.*+?|()[]{}^$\\', '\\d', '\\pL', '(?:', '{2,40}', '[^a]', '(?i)'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(fc.oneof(anything, patternLike), (source) => {
        expect(timeOf(source)).toBeLessThan(BOUND_MS);
        resolveDateFormat({ dateFormat: null, label: source, validationPattern: source });
      }),
      runs(150),
    );
  });

  test('a compiled pattern agrees with the platform’s engine on the whole value', () => {
    const simple = fc.string({
      unit: fc.constantFrom('a', 'b', '.', 'a*', '(a|b)', 'b?', '[ab]+'),
    });
    fc.assert(
      fc.property(simple, fc.string({ unit: fc.constantFrom('a', 'b') }), (source, value) => {
        expect(matches(source, value)).toBe(new RegExp(`^(?:${source})$`, 'u').test(value));
      }),
    );
  });
});
