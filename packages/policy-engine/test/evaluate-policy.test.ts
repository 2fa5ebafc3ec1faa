import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../foundation/src/canonical-json.ts';
import { compilePolicy } from '../src/compile-policy.ts';
import { EVALUATOR_VERSION, evaluate } from '../src/evaluate-policy.ts';
import { type FactValue, PolicyEvaluation } from '../src/evaluation.ts';
import {
  ADULT,
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
  SOURCE_C,
  valid,
  when,
  YOUNG,
} from './builders.ts';

/** What follows from a score and from rules: band, decision, actions, reasons, and for how long. */

describe('an effect has a decision and actions; precedence: reject, restrict, review, none', () => {
  const always = [when('age', 'gt', 0)];
  test.each([
    [['none', 'none'], 'none'],
    [['none', 'review'], 'review'],
    [['review', 'restrict'], 'restrict'],
    [['restrict', 'review', 'none'], 'restrict'],
    [['reject', 'restrict', 'review', 'none'], 'reject'],
    [['none', 'reject'], 'reject'],
  ])('the strongest of %j is %s', (decisions, strongest) => {
    const rules = decisions.map((each, index) => aRule(`r${index}`, always, { effect: effect(each) }));

    expect(assess(aPolicy({ rules }), ADULT).decision).toBe(strongest);
  });

  test('actions are reported once, in the order of first request, with all bands and rules that request them', () => {
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
  const force = (key: string, forceBand: string) => aRule(key, [when('age', 'gt', 0)], { forceBand });
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

  test('the effect of the final band applies, and not that of the band below', () => {
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

  test('each rule reports whether it matched, or which inputs prevented it', () => {
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
  ])('missing evidence requires %s, a rule %s: %s', (missingEvidence, asked, decision) => {
    const rule = aRule('r', [when('country', 'eq', 'NL')], { effect: effect(asked) });

    const evaluation = assess(aPolicy({ rules: [rule], missingEvidence }), { country: 'NL' });

    expect(evaluation).toMatchObject({ outcome: 'incomplete', band: null, decision });
  });

  test('an input that no condition reads is required as well', () => {
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

describe('reasons explain band and decision in order', () => {
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
      {
        code: 'decision_by_rule',
        key: 'hit',
        message: 'The rule hit requires reject: hit matched.',
      },
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

describe('how long an evaluation is valid', () => {
  test.each([
    [60, 60],
    [90, 90],
    [91, 90],
  ])('its review is due after the shorter of %i seconds of its band and 90 of the policy', (own, seconds) => {
    const { bands } = valid(aPolicy());
    const ofBands = bands.map((band) => ({ ...band, reviewAfterSeconds: own }));
    const withOwn = aPolicy({ reviewAfterSeconds: 90, bands: ofBands });

    expect(assess(withOwn, ADULT).reviewDueAt).toBe(at(seconds));
    // Without a band the period of the policy applies.
    expect(assess(withOwn, []).reviewDueAt).toBe(at(90));
  });

  test('it is due for review `reviewAfterSeconds` after the evaluation', () => {
    const evaluation = assess(aPolicy({ reviewAfterSeconds: 90 }), ADULT);

    expect(evaluation.reviewDueAt).toBe(at(90));
  });

  test.each([
    ['the millisecond after the age allowed', { observedAt: at(-60) }, at(DAY_SECONDS - 60 + 0.001)],
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

  describe('with sources that contradict each other', () => {
    const policy = aPolicy({
      inputs: [anInput('age', 'number', { acceptedSources: [SOURCE_A, SOURCE_B, SOURCE_C] })],
    });
    const says = (source: string, value: FactValue, expiresAt: string | null = null) =>
      aReceipt('age', value, { source, expiresAt });

    test.each([
      ['one of the two expires', [says(SOURCE_A, 44, at(5)), says(SOURCE_B, 20)], at(5), 20],
      ['the one of the wrong type expires', [says(SOURCE_A, 'old', at(5)), says(SOURCE_B, 20)], at(5), 20],
      [
        'the last of those that contradict the others expires',
        [says(SOURCE_A, 44, at(5)), says(SOURCE_B, 44, at(9)), says(SOURCE_C, 20)],
        at(9),
        20,
      ],
    ])('it is valid until %s, and then has a value', (_case, receipts, freshUntil, value) => {
      const [before, after] = [assess(policy, receipts), assess(policy, receipts, freshUntil)];

      expect(before).toMatchObject({ outcome: 'incomplete', freshUntil });
      expect(after).toMatchObject({ outcome: 'complete', inputs: [{ value }] });
    });

    test('it is valid forever if they become stale at the same time', () => {
      const receipts = [says(SOURCE_A, 44), says(SOURCE_B, 20)];

      expect(assess(policy, receipts)).toMatchObject({ outcome: 'incomplete', freshUntil: null });
    });

    test('the expiry of withdrawn evidence changes nothing', () => {
      const receipts = [
        says(SOURCE_A, 44, at(5)),
        aReceipt('age', null, { source: SOURCE_B, status: 'revoked', observedAt: NOW }),
      ];

      expect(assess(policy, receipts).freshUntil).toBeNull();
    });
  });

  test('it is valid until evidence with a future time begins to count', () => {
    const receipts = [aReceipt('age', 44, { observedAt: at(30) }), aReceipt('country', 'NL')];

    expect(assess(aPolicy(), receipts).freshUntil).toBe(at(30));
  });

  test('it is valid forever without evidence', () => {
    expect(assess(aPolicy(), {}).freshUntil).toBeNull();
  });
});

describe('the evaluator', () => {
  test('reports its version', () => {
    expect(assess(aPolicy(), ADULT).evaluatorVersion).toBe(EVALUATOR_VERSION);
    expect(EVALUATOR_VERSION).toBe('policy-evaluator-v2');
  });

  test('returns the documented schema', () => {
    const evaluation = assess(aPolicy(), ADULT);

    expect(PolicyEvaluation.parse(evaluation)).toEqual(evaluation);
  });

  test('scores the floor of a policy with rules only', () => {
    for (const aggregation of ['sum', 'maximum']) {
      const evaluation = assess(aPolicy({ factors: [], floor: 30, aggregation }), ADULT);

      expect(evaluation).toMatchObject({ outcome: 'complete', score: 30, band: 'medium' });
      expect(evaluation.reasons[0]?.code).toBe('floor_applied');
    }
  });

  test('throws nothing for invalid times: evidence with an invalid time is not fresh', () => {
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
    expect(nowhen).toMatchObject({ outcome: 'incomplete', freshUntil: at(-60) });
    expect(nowhen.reviewDueAt).toBe('1970-01-02T00:00:00.000Z');
  });

  test('gives the same bytes for the same policy, evidence and time after storage', () => {
    const definition = valid(aPolicy());
    const evidence = { receipts: receiptsOf(YOUNG), evaluatedAt: NOW };
    const stored = JSON.parse(canonicalJson({ definition, evidence }));

    const first = evaluate(compilePolicy(definition), evidence);
    const replayed = evaluate(compilePolicy(valid(stored.definition)), stored.evidence);

    expect(canonicalJson(replayed)).toBe(canonicalJson(first));
    expect(canonicalJson(first)).toContain(SOURCE_A);
  });
});

describe('an input that is required at times only', () => {
  const policy = aPolicy({
    inputs: [
      anInput('age'),
      anInput('country', 'string'),
      anInput('deed', 'string', { requiredWhen: [{ all: [when('country', 'eq', 'VG')] }] }),
    ],
    rules: [
      aRule('unsigned', [when('deed', 'neq', 'signed')], { effect: effect('reject') }),
      aRule('same', [when('deed', 'neq_fact', 'country')], { effect: effect('restrict') }),
    ],
  });

  test('leaves a result complete where it is not required, and no condition on it holds', () => {
    const { outcome, rules, reasons } = assess(policy, { age: 30, country: 'DE', deed: 'unsigned' });

    expect(outcome).toBe('complete');
    expect(rules).toMatchObject([
      { result: 'not_matched', decidedBy: ['deed'] },
      { result: 'not_matched', decidedBy: ['deed', 'country'] },
    ]);
    expect(reasons).not.toContainEqual(expect.objectContaining({ key: 'deed' }));
  });

  test('leaves it incomplete where it is', () => {
    expect(assess(policy, { age: 30, country: 'VG' })).toMatchObject({ outcome: 'incomplete', score: null });
    expect(assess(policy, { age: 30, country: 'VG', deed: 'unsigned' }).decision).toBe('reject');
  });
});
