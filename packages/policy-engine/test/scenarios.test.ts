import { describe, expect, test } from 'vitest';
import { compilePolicy } from '../src/compile-policy.ts';
import type { FactValue } from '../src/evaluation.ts';
import { differencesFrom, outcomeOf, runScenario, ScenarioExpectation, unreachedBy } from '../src/scenarios.ts';
import { aFactor, aPolicy, aRule, effect, NOW, receiptsOf, valid, when } from './builders.ts';

/** Scenarios that say what they expect, and the parts of a policy that none of them reaches. */
const POLICY = compilePolicy(
  valid(
    aPolicy({
      applicability: [{ all: [when('country', 'in', ['NL', 'DE', 'IR'])] }, { all: [when('age', 'gt', 90)] }],
      factors: [
        aFactor(
          'youth',
          [
            [[when('age', 'lt', 18)], 60],
            [[when('age', 'lt', 30)], 40],
          ],
          { defaultPoints: 0 },
        ),
        aFactor('place', [[[when('country', 'eq', 'DE')], 5]], { defaultPoints: 0 }),
      ],
      rules: [
        aRule('sanctioned', [when('country', 'eq', 'IR')], {
          forceBand: 'high',
          effect: effect('reject', 'report', 'tell'),
        }),
        aRule('old', [when('age', 'gt', 120)]),
      ],
    }),
  ),
);
const snapshot = (facts: Record<string, FactValue>) => ({ receipts: receiptsOf(facts), evaluatedAt: NOW });
const ran = (facts: Record<string, FactValue>) => {
  const evidence = snapshot(facts);
  return { evidence, run: runScenario(POLICY, evidence) };
};
const outcome = (facts: Record<string, FactValue>) => outcomeOf(runScenario(POLICY, snapshot(facts)));

describe('the outcome of a scenario', () => {
  test.each([
    [
      { age: 20, country: 'NL' },
      {
        applicability: 'applicable',
        outcome: 'complete',
        score: 40,
        band: 'medium',
        decision: 'review',
        actions: ['look'],
        matchedRules: [],
      },
    ],
    [
      { age: 40, country: 'IR' },
      {
        applicability: 'applicable',
        outcome: 'complete',
        score: 0,
        band: 'high',
        decision: 'reject',
        actions: ['hold', 'report', 'tell'],
        matchedRules: ['sanctioned'],
      },
    ],
    [
      { age: 20, country: 'FR' },
      {
        applicability: 'not_matched',
        outcome: null,
        score: null,
        band: null,
        decision: null,
        actions: null,
        matchedRules: null,
      },
    ],
    [
      { country: 'NL' },
      {
        applicability: 'applicable',
        outcome: 'incomplete',
        score: null,
        band: null,
        decision: 'review',
        actions: [],
        matchedRules: [],
      },
    ],
  ])('%j', (facts, expected) => {
    expect(outcome(facts)).toEqual(expected);
  });
});

describe('what is otherwise than expected', () => {
  const IRAN = { age: 40, country: 'IR' };
  test.each([
    ['nothing, with every member', IRAN, outcome(IRAN), []],
    ['nothing, whatever the order of names', IRAN, { actions: ['tell', 'hold', 'report'] }, []],
    ['a name is missing', IRAN, { actions: ['hold', 'report'] }, ['actions']],
    ['a name is too many', IRAN, { actions: ['hold', 'report', 'tell', 'look'] }, ['actions']],
    ['another name', IRAN, { matchedRules: ['old'] }, ['matchedRules']],
    [
      'a score and its band',
      { age: 20, country: 'DE' },
      { score: 45.1, band: 'low', decision: 'review' },
      ['score', 'band'],
    ],
    ['no score was expected', { age: 20, country: 'DE' }, { score: null, outcome: 'incomplete' }, ['outcome', 'score']],
    ['no score, as expected', { country: 'NL' }, { score: null, band: null, outcome: 'incomplete' }, []],
    [
      'the policy does not apply',
      { country: 'FR', age: 1 },
      { applicability: 'applicable', actions: [] },
      ['applicability', 'actions'],
    ],
  ] as const)('%s', (_case, facts, expected, members) => {
    const differences = differencesFrom(expected as ScenarioExpectation, outcome(facts));

    expect(differences.map(({ member }) => member)).toEqual(members);
    for (const { member, expected: wanted, actual } of differences)
      expect([wanted, actual]).toEqual([(expected as ScenarioExpectation)[member], outcome(facts)[member]]);
  });
});

test.each([
  ['no member', {}],
  ['an unknown member', { points: 3 }],
  ['a repeated name', { actions: ['a', 'a'] }],
  ['an unknown decision', { decision: 'allow' }],
])('an expectation with %s is refused', (_case, expected) => {
  expect(ScenarioExpectation.safeParse(expected).success).toBe(false);
});

describe('what no scenario reaches', () => {
  test('without scenarios: everything', () => {
    expect(unreachedBy(POLICY, [])).toEqual({
      groups: [0, 1],
      bands: ['low', 'medium', 'high'],
      cases: [
        { factor: 'youth', case: 0 },
        { factor: 'youth', case: 1 },
        { factor: 'youth', case: null },
        { factor: 'place', case: 0 },
        { factor: 'place', case: null },
      ],
      rules: ['sanctioned', 'old'],
    });
  });

  test('what one of several reaches is reached', () => {
    const scenarios = [
      { age: 20, country: 'NL' },
      { age: 40, country: 'IR' },
      { age: 100, country: 'FR' },
      { country: 'DE' },
    ];

    expect(unreachedBy(POLICY, scenarios.map(ran))).toEqual({
      groups: [],
      bands: [],
      cases: [{ factor: 'youth', case: 0 }],
      rules: ['old'],
    });
  });

  test('a scenario that the policy does not cover reaches nothing', () => {
    expect(unreachedBy(POLICY, [ran({ age: 20, country: 'FR' })])).toEqual(unreachedBy(POLICY, []));
  });
});
