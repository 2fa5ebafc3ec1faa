import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '#shared/platform/http/parse-json.ts';

/** A body is accepted exactly as sent, or refused. */
const parsed = (text: string) => parseJson(new TextEncoder().encode(text));

test.each([
  ['9007199254740993', 'one more than a double holds'],
  ['-9007199254740993', 'the same below zero'],
  ['12345678901234567890', 'an id of twenty digits'],
  ['90071992547409928', 'a whole number we would answer with other digits'],
  ['9007199254740993.0', 'one of them in disguise'],
  ['9007199254740993e0', 'and in another'],
  ['900719925474099.31', 'cents of an amount beyond all money'],
  ['0.1234567890123456789', 'a fraction of more digits than a double has'],
  ['1e400', 'more than there is'],
  ['1e-400', 'less than there is, but not nothing'],
  ['1.2345e-320', 'so little that digits are missing'],
  [`1${'0'.repeat(1_000_000)}1`, 'a megabyte of digits'],
])('JSON body: %.40s is refused: %s', (written) => {
  expect(() => parsed(`{"amounts":[${written}]}`)).toThrowError(
    expect.objectContaining({
      status: 400,
      code: 'invalid_json',
      message: expect.stringContaining(`${written.slice(0, 40)} cannot be represented exactly.`),
    }),
  );
});

test.each([
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', 9007199254740992],
  ['1000000000000000000', 1e18],
  ['123456789012345680000', 123456789012345680000],
  ['0.1', 0.1],
  ['0.10', 0.1],
  ['-1.50E+3', -1500],
  ['0.10000000000000001', 0.1],
  ['0.1000000000000000055511151231257827', 0.1],
  ['5e-324', 5e-324],
  ['-0', -0],
  ['0e999', 0],
  // Exactly ….25: the two ways of printing it round the tie differently.
  ['2.0908944551645312e+15', 8_363_577_820_658_125 / 4],
  ['2.0908944551645313e+15', 8_363_577_820_658_125 / 4],
  [`0.${'0'.repeat(323)}5`, 5e-324],
])('JSON body: %s is accepted exactly', (written, value) => {
  expect(parsed(`[${written}]`)).toEqual([value]);
});

test('JSON body: any printed double is accepted exactly', () => {
  const doubles = fc.double({ noDefaultInfinity: true, noNaN: true });
  const texts = [String, (value: number) => value.toPrecision(17), (value: number) => value.toExponential()];

  fc.assert(
    fc.property(doubles, fc.constantFrom(...texts), (value, print) => {
      const printed = print(value);
      // A whole number of 17 digits may differ from the digits that the service prints.
      fc.pre(!/^-?\d{17,}$/.test(printed) || printed === String(value));
      expect(parsed(printed)).toBe(value === 0 ? Number(printed) : value);
    }),
  );
});

test('JSON body: two different whole numbers are never taken for equal', () => {
  const numbers = fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n });
  const near = fc.tuple(numbers, fc.bigInt({ min: 1n, max: 5_000n }));
  const kept = (number: bigint) => {
    try {
      return parsed(String(number));
    } catch {
      return undefined;
    }
  };

  fc.assert(
    fc.property(near, ([number, more]) => {
      const [one, other] = [kept(number), kept(number + more)];
      return one === undefined || one !== other;
    }),
    { examples: [[[9007199254740992n, 1n]], [[90071992547409928n, 2n]]] },
  );
});

test('JSON body: values are checked only if the text may contain an inexact one', () => {
  const numbers = fc.oneof(
    fc.stringMatching(/^-?(0|[1-9]\d{0,14})$/),
    fc.stringMatching(/^-?(0|[1-9]\d{0,6})\.\d{1,8}([eE][+-]?\d{1,2})?$/),
  );

  fc.assert(
    fc.property(numbers, (written) => {
      // Followed by a value that triggers the check, so that both are checked.
      expect(parsed(`[${written}]`)).toEqual((parsed(`[${written},1e100]`) as number[]).slice(0, 1));
    }),
  );
});

test.each(['"\\ud800"', '"\\uDC00x"', '{"\\uDBFF":1}'])('JSON body: %s is refused as broken text', (text) => {
  expect(() => parsed(text)).toThrowError('unpaired surrogate');
});

test('JSON body: a complete surrogate pair is text', () => {
  expect(parsed('"\\ud83d\\ude00"')).toBe('😀');
});

test('JSON body: at most 64 levels are accepted, and brackets within strings are not counted', () => {
  const nested = (levels: number, within = '0') => `${'['.repeat(levels)}${within}${']'.repeat(levels)}`;
  const brackets = JSON.stringify(`"${'['.repeat(65)}\\`);

  expect(parsed(nested(64, brackets))).toHaveLength(1);
  expect(() => parsed(nested(65))).toThrowError(expect.objectContaining({ code: 'invalid_json' }));
  expect(() => parsed(nested(65, brackets))).toThrowError(expect.objectContaining({ code: 'invalid_json' }));
});
