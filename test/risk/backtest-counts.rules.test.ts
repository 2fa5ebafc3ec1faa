import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countedBacktest, NOTHING_COUNTED, type Tested } from '#shared/risk/backtest-counts.ts';
import { BACKTEST_BAND_PAIRS, BACKTEST_SCORE_BINS } from '#shared/risk/limits.ts';

const band = fc.constantFrom(null, 'low', 'high');
const score = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -500, max: 500 }),
  fc.double({ noNaN: true, min: -1e100, max: 1e100 }),
);
const decision = fc.constantFrom('none' as const, 'review' as const, 'reject' as const);
const rules = fc.subarray(['a', 'b', 'c']).map((matched) =>
  ['a', 'b', 'c'].map((key) => ({
    key,
    result: matched.includes(key) ? ('matched' as const) : ('not_matched' as const),
    reason: '',
    decidedBy: [],
  })),
);
const tested: fc.Arbitrary<Tested> = fc
  .record({ decision, other: decision, band, otherBand: band, score, otherScore: score, rules })
  .map((one) => ({
    before: { decision: one.decision, band: one.band, score: one.score },
    after: { decision: one.other, band: one.otherBand, score: one.otherScore },
    evaluation: { outcome: 'complete', rules: one.rules, factors: [] },
  }));

const counted = (cases: readonly Tested[]) => cases.reduce(countedBacktest, NOTHING_COUNTED);
const sum = (all: readonly { cases: number }[]) => all.reduce((total, { cases }) => total + cases, 0);

test('backtest counts: the order of the cases does not matter, and every case is counted once', () => {
  fc.assert(
    fc.property(fc.array(tested, { maxLength: 60 }), (cases) => {
      const [one, other] = [counted(cases), counted(cases.toReversed())];

      expect(other.scoreHistogram).toEqual(one.scoreHistogram);
      for (const member of ['matrix', 'bands', 'perRule'] as const)
        expect(new Set(other[member].map((entry) => JSON.stringify(entry)))).toEqual(
          new Set(one[member].map((entry) => JSON.stringify(entry))),
        );
      expect([sum(one.matrix), sum(one.bands) + one.otherBands]).toEqual([cases.length, cases.length]);
      const { bins } = one.scoreHistogram;
      expect(bins.length).toBeLessThanOrEqual(BACKTEST_SCORE_BINS);
      expect(bins.reduce((total, bin) => total + bin.before, 0)).toBe(
        cases.filter(({ before }) => before.score !== null).length,
      );
      expect(bins.reduce((total, bin) => total + bin.after, 0)).toBe(
        cases.filter(({ after }) => after.score !== null).length,
      );
      const matched = cases.map(
        ({ evaluation }) => evaluation?.rules.filter(({ result }) => result === 'matched') ?? [],
      );
      for (const { key, fired, only } of one.perRule) {
        expect(fired).toBe(matched.filter((all) => all.some((rule) => rule.key === key)).length);
        expect(only).toBe(matched.filter((all) => all.length === 1 && all[0]?.key === key).length);
      }
    }),
  );
});

test('backtest counts: more pairs of bands than the answer has are counted together', () => {
  const cases = Array.from(
    { length: BACKTEST_BAND_PAIRS + 5 },
    (_, index): Tested => ({
      before: { decision: 'none', band: `b${index}`, score: null },
      after: { decision: 'none', band: 'low', score: null },
      evaluation: null,
    }),
  );

  const { bands, otherBands, changed } = counted([...cases, ...cases.slice(0, 1)]);

  expect([bands.length, otherBands, bands[0]?.cases, changed]).toEqual([BACKTEST_BAND_PAIRS, 5, 2, cases.length + 1]);
});

test('backtest counts: bins are 10 wide until more than 100 have a score, and then twice as wide', () => {
  const withScores = (scores: readonly number[]) =>
    counted(
      scores.map((value) => ({
        before: { decision: 'none', band: null, score: value },
        after: { decision: 'none', band: null, score: null },
        evaluation: null,
      })),
    ).scoreHistogram;

  expect(withScores([0, 9.99, 10, -1])).toEqual({
    width: 10,
    bins: [
      { from: -10, before: 1, after: 0 },
      { from: 0, before: 2, after: 0 },
      { from: 10, before: 1, after: 0 },
    ],
  });
  expect(withScores(Array.from({ length: 101 }, (_, index) => index * 10)).width).toBe(20);
});
