import { describe, expect, test } from 'vitest';
import { ADULT, aFactor, aPolicy, assess, effect, when } from './builders.ts';

/** How evidence becomes a score, and the score a band. */

describe('`first` takes the first matching case; `highest` takes the highest matched point value once', () => {
  const cases: [object[], number][] = [
    [[when('age', 'gt', 100)], 90],
    [[when('age', 'gt', 10)], 10],
    [[when('age', 'gt', 20)], 25],
    [[when('age', 'gt', 30)], 25],
  ];
  test.each([
    ['first', 10, 1],
    ['highest', 25, 2],
  ])('%s', (match, points, taken) => {
    const evaluation = assess(aPolicy({ factors: [aFactor('f', cases, { match })] }), ADULT);

    expect(evaluation.score).toBe(points);
    expect(evaluation.factors).toEqual([
      {
        key: 'f',
        label: null,
        status: 'case_taken',
        case: taken,
        points,
        weight: 1,
        contribution: points,
        unknownInputs: [],
      },
    ]);
  });

  test('highest takes a negative value if it is the highest match', () => {
    const factor = aFactor(
      'f',
      [
        [[when('age', 'gt', 10)], -5],
        [[when('age', 'gt', 20)], -3],
      ],
      {
        match: 'highest',
        defaultPoints: 7,
      },
    );

    expect(assess(aPolicy({ factors: [factor] }), ADULT).factors[0]).toMatchObject({ points: -3 });
  });
});

describe('weights multiply points before aggregation', () => {
  const factors = [
    aFactor('a', [[[when('age', 'gt', 0)], 10]], { weight: 2.5 }),
    aFactor('b', [[[when('age', 'gt', 0)], 20]], { weight: 1 }),
    aFactor('c', [[[when('age', 'gt', 0)], 1000]], { weight: 0 }),
  ];
  test.each([
    ['sum', 45],
    ['maximum', 25],
  ])('%s', (aggregation, score) => {
    const evaluation = assess(aPolicy({ factors, aggregation }), ADULT);

    expect(evaluation.score).toBe(score);
    expect(evaluation.factors.map(({ contribution }) => contribution)).toEqual([25, 20, 0]);
  });

  test('exactly: three times 0.1 is 0.3, and in the band that starts there', () => {
    const tenth = (key: string) => aFactor(key, [[[when('age', 'gt', 0)], 0.1]]);
    const bands = [
      { id: 'below', from: 0, effect: effect('none') },
      { id: 'reached', from: 0.3, effect: effect('none') },
      { id: 'above', from: 0.300001, effect: effect('none') },
    ];

    const evaluation = assess(aPolicy({ factors: [tenth('a'), tenth('b'), tenth('c')], bands }), ADULT);

    expect(evaluation).toMatchObject({ score: 0.3, band: 'reached' });
  });

  test('exactly beyond 2^53: one millionth decides the band of a score of 10^18', () => {
    const huge = { weight: 1e9 };
    const factors = [
      aFactor('a', [[[when('age', 'gt', 0)], 1e9]], huge),
      aFactor('b', [[[when('age', 'gt', 0)], -1e9]], huge),
      aFactor('c', [[[when('age', 'gt', 0)], 0.000001]], { weight: 0.000001 }),
    ];
    const bands = [
      { id: 'none', from: 0, effect: effect('none') },
      { id: 'some', from: 0.000001, effect: effect('none') },
    ];

    const evaluation = assess(aPolicy({ factors, bands }), ADULT);

    expect(evaluation).toMatchObject({ score: 1e-12, band: 'none' });
    expect(evaluation.factors[0]?.contribution).toBe(1e18);
  });
});

describe('floor and ceiling are applied after aggregation', () => {
  const two = [aFactor('a', [[[when('age', 'gt', 0)], 80]]), aFactor('b', [[[when('age', 'gt', 0)], -30]])];
  test.each([
    ['neither is passed', { floor: 10, ceiling: 100 }, 50, undefined],
    ['both are met exactly', { floor: 50, ceiling: 50 }, 50, undefined],
    ['the ceiling lowers the sum and no single factor', { ceiling: 45 }, 45, 'ceiling_applied'],
    ['the floor raises', { floor: 70, ceiling: 90 }, 70, 'floor_applied'],
    ['floor and ceiling may be equal', { floor: 60, ceiling: 60 }, 60, 'floor_applied'],
  ])('%s', (_case, bounds, score, code) => {
    const evaluation = assess(aPolicy({ factors: two, ...bounds }), ADULT);

    expect(evaluation.score).toBe(score);
    expect(evaluation.reasons.find((reason) => reason.code.endsWith('_applied'))?.code).toBe(code);
  });

  test('the floor is 0 by default, so a negative sum scores 0', () => {
    const factors = [aFactor('a', [[[when('age', 'gt', 0)], -30]])];

    expect(assess(aPolicy({ factors }), ADULT)).toMatchObject({ score: 0, band: 'low' });
  });
});

describe('if no case matches and no `defaultPoints` exists, evaluation is incomplete', () => {
  const cases: [object[], number][] = [[[when('age', 'lt', 30)], 40]];

  test('without default points', () => {
    const evaluation = assess(aPolicy({ factors: [aFactor('youth', cases)] }), ADULT);

    expect(evaluation).toMatchObject({ outcome: 'incomplete', score: null, band: null });
    expect(evaluation.factors[0]).toMatchObject({ status: 'no_case_matched', points: null });
    expect(evaluation.reasons[0]).toMatchObject({ code: 'factor_without_points', key: 'youth' });
  });

  test('with default points, including zero', () => {
    const evaluation = assess(aPolicy({ factors: [aFactor('youth', cases, { defaultPoints: 0, weight: 2 })] }), ADULT);

    expect(evaluation).toMatchObject({ outcome: 'complete', score: 0 });
    expect(evaluation.factors[0]).toMatchObject({ status: 'default_taken', case: null, points: 0, contribution: 0 });
  });
});

describe('lower bound inclusive, upper exclusive, final band unbounded', () => {
  test.each([
    [0, 'low'],
    [29.999999, 'low'],
    [30, 'medium'],
    [59.999999, 'medium'],
    [60, 'high'],
    [1e9, 'high'],
  ])('a score of %d is in band %s', (points, band) => {
    const factors = [aFactor('f', [[[when('age', 'gt', 0)], points]])];

    expect(assess(aPolicy({ factors }), ADULT)).toMatchObject({ score: points, band });
  });
});

describe('a factor whose inputs are partly missing', () => {
  const known = [when('country', 'eq', 'NL')];
  const unknown = [when('age', 'lt', 30)];
  test.each([
    ['first', [known, 5], [unknown, 9], 'case_taken', 5],
    ['first', [unknown, 9], [known, 5], 'unknown', null],
    ['highest', [known, 5], [unknown, 9], 'unknown', null],
    ['highest', [known, 9], [unknown, 5], 'case_taken', 9],
  ] as [string, [object[], number], [object[], number], string, number | null][])(
    '%s of %j and %j is %s',
    (match, one, other, status, points) => {
      const factors = [aFactor('f', [one, other], { match, defaultPoints: 1 })];

      const evaluation = assess(aPolicy({ factors }), { country: 'NL' });

      expect(evaluation.score).toBeNull();
      expect(evaluation.factors[0]).toMatchObject({ status, points });
    },
  );
});
