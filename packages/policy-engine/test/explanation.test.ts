import { expect, test } from 'vitest';
import { compareEvaluations } from '../src/comparison.ts';
import { compilePolicy } from '../src/compile-policy.ts';
import { PolicyDefinition } from '../src/definition.ts';
import { evaluate } from '../src/evaluate-policy.ts';
import { bandIs, explanationOf } from '../src/explanation.ts';
import { aFactor, anInput, aPolicy, aRule, at, effect, NOW, SOURCE_A, when } from './builders.ts';
import { randomEvidence } from './random-evidence.ts';
import { randomPolicy } from './random-policy.ts';

const label = (text: string, disclose: boolean) => ({ label: { text, disclose } });
const definition = PolicyDefinition.parse(
  aPolicy({
    inputs: [
      anInput('funds.source', 'string', label('Source of funds', true)),
      anInput('country', 'string', label('Country of residence', false)),
      anInput('pep', 'string'),
    ],
    factors: [
      {
        ...aFactor('funds', [[[when('funds.source', 'in', ['cash', 'coins'])], 70]], {
          weight: 0.25,
          defaultPoints: 0,
        }),
        cases: [
          { all: [when('funds.source', 'in', ['cash', 'coins'])], points: 70, ...label('Income is in cash.', true) },
        ],
      },
      aFactor('country', [[[when('country', 'eq', 'AA')], 1]], { weight: 0.3, defaultPoints: 40 }),
    ],
    rules: [
      aRule('is_pep', [when('pep', 'eq', 'pep')], {
        reason: 'The customer is a politically exposed person.',
        ...label('A public office is held.', false),
        forceBand: 'medium',
        effect: effect('restrict', 'approve'),
      }),
    ],
  }),
);
const evaluated = (facts: Record<string, string>) =>
  evaluate(compilePolicy(definition), {
    evaluatedAt: NOW,
    receipts: Object.entries(facts).map(([fact, value]) => ({
      id: fact,
      fact,
      source: SOURCE_A,
      status: 'available' as const,
      value,
      observedAt: at(-60),
      expiresAt: null,
    })),
  });
const textsOf = (facts: Record<string, string>, audience: 'auditor' | 'customer' = 'auditor') =>
  explanationOf({ definition, evaluation: evaluated(facts), sourceName: () => 'crm' }, audience).map(
    ({ text }) => text,
  );

test('explanation: the auditor reads values, points, bounds, rules and the decision', () => {
  const facts = { 'funds.source': 'cash', country: 'BR', pep: 'none' };
  const statements = explanationOf({ definition, evaluation: evaluated(facts) }, 'auditor');

  expect(textsOf(facts)).toEqual([
    'Source of funds (funds.source) is “cash”, from crm (observed 2026-03-14T09:25:53.589Z).',
    'Country of residence (country) is “BR”, from crm (observed 2026-03-14T09:25:53.589Z).',
    'pep is “none”, from crm (observed 2026-03-14T09:25:53.589Z).',
    'funds gives 70 × 0.25 = 17.5 points. Income is in cash. Here Source of funds (funds.source) is “cash”, which is one of “cash”, “coins”.',
    'country gives 40 × 0.3 = 12 points by default, as no case applies. Here Country of residence (country) is “BR”.',
    'The score is 29.5, the sum of the points.',
    'The score 29.5 is in band low.',
    'The rule is_pep does not match. Here pep is “none”.',
    'The band low requires none.',
    'The decision of the policy is none.',
  ]);
  expect(statements.find(({ code }) => code === 'factor_points')?.operands).toEqual({
    conditions: [{ input: 'funds.source', value: 'cash', operator: 'in', bound: ['cash', 'coins'] }],
    points: 70,
    weight: 0.25,
    contribution: 17.5,
  });
});

test('explanation: the customer reads disclosed labels only, of cases and rules only where they apply', () => {
  const facts = { 'funds.source': 'cash', country: 'BR', pep: 'pep' };

  expect(textsOf(facts, 'customer')).toEqual(['This was considered: Source of funds', 'Income is in cash.']);
  expect(textsOf({ country: 'AA' }, 'customer')).toEqual([
    'This is not known, or no longer up to date: Source of funds',
  ]);
});

test('explanation: without all evidence a forced band is the lowest possible one', () => {
  const evaluation = evaluated({ country: 'BR', pep: 'pep' });
  const texts = textsOf({ country: 'BR', pep: 'pep' });

  expect(bandIs(evaluation)).toBe('minimum');
  expect(texts).toContain('The band is at least medium: with the evidence that is missing it could be higher.');
  expect(texts).toContain('Source of funds (funds.source) has no value: no accepted source has submitted evidence.');
  expect(texts).toContain('funds has no points, because these have no value: funds.source.');
  expect(texts).toContain(
    'The rule is_pep matches. A public office is held. Here pep is “pep”. The customer is a politically exposed person.',
  );
  expect(texts).toContain('The action approve is required by the rule is_pep.');
});

test('explanation: whatever the policy and the evidence, the customer reads nothing that it does not disclose', () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const policy = randomPolicy(seed, 4);
    const evaluation = evaluate(compilePolicy(policy), randomEvidence(seed, policy));
    const labelled = [...policy.inputs, ...policy.factors.flatMap(({ cases }) => cases), ...policy.rules];
    const open = labelled.flatMap((one) => (one.label?.disclose ? [one.label.text] : []));
    for (const { key, text, operands } of explanationOf({ definition: policy, evaluation }, 'customer')) {
      expect([key, operands]).toEqual([null, undefined]);
      expect(open.some((one) => text.endsWith(one))).toBe(true);
    }
    const auditor = explanationOf({ definition: policy, evaluation }, 'auditor');
    expect(auditor.length).toBeGreaterThan(policy.inputs.length + policy.factors.length + policy.rules.length);
    const hidden = policy.rules.filter((_, index) => evaluation.rules[index]?.result !== 'matched');
    for (const { key, reason } of hidden)
      expect(auditor.find((one) => one.part === 'rules' && one.key === key)?.text).not.toContain(reason);
    expect(compareEvaluations(evaluation, evaluation)).toEqual([]);
  }
});

test('comparison: names what changed, and nothing else', () => {
  const before = evaluated({ 'funds.source': 'wages', country: 'BR', pep: 'none' });
  const after = evaluated({ country: 'BR', pep: 'pep', 'funds.source': 'cash' });

  expect(compareEvaluations(before, after).map(({ text }) => text)).toEqual([
    'The score is 29.5, and was 12.',
    'The band is medium, and was low.',
    'The decision is restrict, and was none.',
    'The input funds.source is “cash”, and was “wages”.',
    'The input pep is “pep”, and was “none”.',
    'The factor funds is 17.5 points, and was 0 points.',
    'The rule is_pep is matched, and was not matched.',
    'The action look is required, and was not there before.',
    'The action approve is required, and was not there before.',
  ]);
});
