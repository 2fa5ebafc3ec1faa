import { describe, expect, test } from 'vitest';
import { canonicalJson } from '#shared/platform/canonical-json.ts';
import {
  compilePolicy,
  EVALUATOR_VERSION,
  evaluate,
} from '#shared/risk/policy-engine/evaluate-policy.ts';
import { Evaluation } from '#shared/risk/policy-engine/evaluation.ts';
import {
  aFactor,
  anInput,
  aPolicy,
  aReceipt,
  aRule,
  assess,
  at,
  DAY_SECONDS,
  effect,
  NOW,
  receiptsOf,
  SOURCE_A,
  SOURCE_B,
  valid,
  when,
} from './builders.ts';

const ADULT = { age: 44, country: 'NL' };
const YOUNG = { age: 20, country: 'NL' };

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
        ...{ key: 'f', label: null, status: 'case_taken', case: taken, points, weight: 1 },
        ...{ contribution: points, unknownInputs: [] },
      },
    ]);
  });

  test('highest takes a negative value when it is the highest matched', () => {
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

  test('without drift: three times 0.1 is 0.3, and in the band that starts there', () => {
    const tenth = (key: string) => aFactor(key, [[[when('age', 'gt', 0)], 0.1]]);
    const bands = [
      { id: 'below', from: 0, effect: effect('none') },
      { id: 'reached', from: 0.3, effect: effect('none') },
      { id: 'above', from: 0.300001, effect: effect('none') },
    ];

    const evaluation = assess(
      aPolicy({ factors: [tenth('a'), tenth('b'), tenth('c')], bands }),
      ADULT,
    );

    expect(evaluation).toMatchObject({ score: 0.3, band: 'reached' });
  });

  test('also beyond 2^53: one millionth decides the band of a score of 10^18', () => {
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
  const two = [
    aFactor('a', [[[when('age', 'gt', 0)], 80]]),
    aFactor('b', [[[when('age', 'gt', 0)], -30]]),
  ];
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

  test('the floor is zero unless it is given, so a negative sum scores zero', () => {
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

  test('with default points, of which zero is one', () => {
    const evaluation = assess(
      aPolicy({ factors: [aFactor('youth', cases, { defaultPoints: 0, weight: 2 })] }),
      ADULT,
    );

    expect(evaluation).toMatchObject({ outcome: 'complete', score: 0 });
    expect(evaluation.factors[0]).toMatchObject({
      ...{ status: 'default_taken', case: null, points: 0, contribution: 0 },
    });
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

describe('an effect has a decision and actions; precedence: reject, restrict, review, none', () => {
  const always = [when('age', 'gt', 0)];
  test.each([
    [['none', 'none'], 'none'],
    [['none', 'review'], 'review'],
    [['review', 'restrict'], 'restrict'],
    [['restrict', 'review', 'none'], 'restrict'],
    [['reject', 'restrict', 'review', 'none'], 'reject'],
    [['none', 'reject'], 'reject'],
  ])('%j together are %s', (decisions, strongest) => {
    const rules = decisions.map((each, index) =>
      aRule(`r${index}`, always, { effect: effect(each) }),
    );

    expect(assess(aPolicy({ rules }), ADULT).decision).toBe(strongest);
  });

  test('actions are told once each, in the order asked for, with all who ask', () => {
    const rules = [
      aRule('first', always, { effect: effect('none', 'call', 'look', 'call') }),
      aRule('absent', [when('age', 'lt', 0)], { effect: effect('none', 'never') }),
      aRule('second', always, { effect: effect('review', 'freeze', 'call') }),
    ];

    const { actions } = assess(aPolicy({ rules }), YOUNG);

    expect(actions).toEqual([
      {
        name: 'look',
        requiredBy: [
          { kind: 'band', key: 'medium' },
          { kind: 'rule', key: 'first' },
        ],
      },
      {
        name: 'call',
        requiredBy: [
          { kind: 'rule', key: 'first' },
          { kind: 'rule', key: 'second' },
        ],
      },
      { name: 'freeze', requiredBy: [{ kind: 'rule', key: 'second' }] },
    ]);
  });
});

describe('forced bands only raise risk', () => {
  const force = (key: string, forceBand: string) =>
    aRule(key, [when('age', 'gt', 0)], { forceBand });
  test.each([
    ['a higher band raises', ['high'], 'high', ['band_forced']],
    ['a lower band does not lower', ['low'], 'medium', ['forced_band_not_higher']],
    ['the same band changes nothing', ['medium'], 'medium', ['forced_band_not_higher']],
    ['the highest counts', ['high', 'low'], 'high', ['band_forced', 'forced_band_not_higher']],
  ])('%s', (_case, forced, band, codes) => {
    const rules = forced.map((id, index) => force(`r${index}`, id));

    const evaluation = assess(aPolicy({ rules }), YOUNG);

    expect(evaluation).toMatchObject({ score: 40, band });
    const told = evaluation.reasons.map(({ code }) => code).filter((code) => /forced/.test(code));
    expect(told).toEqual(codes);
  });

  test('the effect of the final band counts, and not that of the one below it', () => {
    const evaluation = assess(aPolicy({ rules: [force('r', 'high')] }), YOUNG);

    expect(evaluation.decision).toBe('restrict');
    expect(evaluation.actions.map(({ name }) => name)).toEqual(['hold']);
  });
});

describe('mandatory rules whose inputs are present still apply when other inputs are missing', () => {
  const rules = [
    aRule('present', [when('country', 'eq', 'NL')], {
      forceBand: 'medium',
      effect: effect('reject', 'freeze'),
    }),
    aRule('missing', [when('age', 'gt', 0)], { effect: effect('reject', 'never') }),
    aRule('both', [when('age', 'gt', 0), when('country', 'eq', 'DE')]),
  ];

  test('such an assessment is incomplete with a null numeric score', () => {
    const evaluation = assess(aPolicy({ rules }), { country: 'NL' });

    expect(evaluation).toMatchObject({ outcome: 'incomplete', score: null, decision: 'reject' });
    expect(evaluation.band).toBe('medium');
    expect(evaluation.actions.map(({ name }) => name)).toEqual(['look', 'freeze']);
    expect(evaluation.factors[0]).toMatchObject({ status: 'unknown', unknownInputs: ['age'] });
  });

  test('each rule says whether it matched, or by which input it did not', () => {
    const results = assess(aPolicy({ rules }), { country: 'NL' }).rules;

    expect(results).toEqual([
      { key: 'present', result: 'matched', reason: 'present matched.', decidedBy: [] },
      { key: 'missing', result: 'unknown', reason: 'missing matched.', decidedBy: ['age'] },
      { key: 'both', result: 'not_matched', reason: 'both matched.', decidedBy: ['country'] },
    ]);
  });

  test.each([
    ['review', 'none', 'review'],
    ['awaiting_evidence', 'none', 'awaiting_evidence'],
    ['awaiting_evidence', 'review', 'review'],
    ['review', 'restrict', 'restrict'],
    ['awaiting_evidence', 'reject', 'reject'],
  ])('missing evidence asks %s, a rule %s: %s', (missingEvidence, asked, decision) => {
    const rule = aRule('r', [when('country', 'eq', 'NL')], { effect: effect(asked) });

    const evaluation = assess(aPolicy({ rules: [rule], missingEvidence }), { country: 'NL' });

    expect(evaluation).toMatchObject({ outcome: 'incomplete', band: null, decision });
  });

  test('an input no condition reads is required all the same', () => {
    const evaluation = assess(aPolicy(), { age: 44 });

    expect(evaluation).toMatchObject({ outcome: 'incomplete', score: null });
    expect(evaluation.factors[0]).toMatchObject({ status: 'default_taken', points: 0 });
    expect(evaluation.reasons[0]).toEqual({
      code: 'input_unresolved',
      key: 'country',
      message: 'country has no value: no_evidence.',
    });
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

describe('reasons tell in order why band and decision are what they are', () => {
  test('of a complete evaluation', () => {
    const rule = aRule('hit', [when('country', 'eq', 'NL')], {
      forceBand: 'high',
      effect: effect('reject'),
    });

    const { reasons } = assess(aPolicy({ rules: [rule], ceiling: 35 }), YOUNG);

    expect(reasons).toEqual([
      { code: 'ceiling_applied', key: null, message: 'The ceiling makes the score 35.' },
      { code: 'score_in_band', key: 'medium', message: 'The score 35 is in band medium.' },
      { code: 'band_forced', key: 'hit', message: 'hit forces band high: hit matched.' },
      { code: 'decision_by_rule', key: 'hit', message: 'The rule hit asks for reject.' },
    ]);
  });

  test('of an incomplete one', () => {
    const { reasons } = assess(aPolicy({ missingEvidence: 'awaiting_evidence' }), {});

    expect(reasons.map(({ code, key }) => [code, key])).toEqual([
      ['input_unresolved', 'age'],
      ['input_unresolved', 'country'],
      ['no_band', null],
      ['decision_by_missing_evidence', null],
    ]);
  });
});

describe('how long an evaluation holds', () => {
  test('it is due for review `reviewAfterSeconds` after it was made', () => {
    const evaluation = assess(aPolicy({ reviewAfterSeconds: 90 }), ADULT);

    expect(evaluation.reviewDueAt).toBe(at(90));
  });

  test.each([
    [
      'the millisecond after the age allowed',
      { observedAt: at(-60) },
      at(DAY_SECONDS - 60 + 0.001),
    ],
    ['the expiry, when that comes first', { observedAt: at(-60), expiresAt: at(5) }, at(5)],
  ])('it is fresh until %s', (_case, receipt, freshUntil) => {
    const receipts = [aReceipt('age', 44, receipt), aReceipt('country', 'NL', { observedAt: NOW })];

    expect(assess(aPolicy(), receipts).freshUntil).toBe(freshUntil);
  });

  test('while one of two agreeing sources is fresh, so is the input', () => {
    const inputs = [anInput('age', 'number', { acceptedSources: [SOURCE_A, SOURCE_B] })];
    const receipts = [
      aReceipt('age', 44, { expiresAt: at(5) }),
      aReceipt('age', 44, { source: SOURCE_B, expiresAt: at(9) }),
    ];

    expect(assess(aPolicy({ inputs }), receipts).freshUntil).toBe(at(9));
  });

  test('nothing is fresh when no input has a value', () => {
    expect(assess(aPolicy(), {}).freshUntil).toBeNull();
  });
});

describe('the evaluator', () => {
  test('names its version', () => {
    expect(assess(aPolicy(), ADULT).evaluatorVersion).toBe(EVALUATOR_VERSION);
    expect(EVALUATOR_VERSION).toBe('policy-evaluator-v1');
  });

  test('answers in the documented shape', () => {
    const evaluation = assess(aPolicy(), ADULT);

    expect(Evaluation.parse(evaluation)).toEqual(evaluation);
  });

  test('scores the floor of a policy that has only rules', () => {
    for (const aggregation of ['sum', 'maximum']) {
      const evaluation = assess(aPolicy({ factors: [], floor: 30, aggregation }), ADULT);

      expect(evaluation).toMatchObject({ outcome: 'complete', score: 30, band: 'medium' });
      expect(evaluation.reasons[0]?.code).toBe('floor_applied');
    }
  });

  test('throws nothing, whatever the times say: what cannot be read is not fresh', () => {
    const unreadable = [aReceipt('age', 44, { observedAt: 'soon' }), aReceipt('country', 'NL')];

    const evaluation = assess(aPolicy(), unreadable);
    const nowhen = evaluate(compilePolicy(valid(aPolicy())), {
      receipts: receiptsOf(ADULT),
      evaluatedAt: 'never',
    });

    expect(evaluation.inputs[0]).toMatchObject({
      status: 'unresolved',
      reason: 'not_yet_observed',
    });
    expect(nowhen).toMatchObject({ outcome: 'incomplete', freshUntil: null });
    expect(nowhen.reviewDueAt).toBe('1970-01-02T00:00:00.000Z');
  });

  test('gives the same bytes for the same policy, evidence and time after they were stored', () => {
    const definition = valid(aPolicy());
    const evidence = { receipts: receiptsOf(YOUNG), evaluatedAt: NOW };
    const stored = JSON.parse(canonicalJson({ definition, evidence }));

    const first = evaluate(compilePolicy(definition), evidence);
    const replayed = evaluate(compilePolicy(valid(stored.definition)), stored.evidence);

    expect(canonicalJson(replayed)).toBe(canonicalJson(first));
    expect(canonicalJson(first)).toContain(SOURCE_A);
  });
});
