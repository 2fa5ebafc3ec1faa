import { compilePolicy } from '../src/compile-policy.ts';
import type { PolicyDefinition } from '../src/definition.ts';
import { evaluate } from '../src/evaluate-policy.ts';
import type { FactValue, PolicyEvaluation } from '../src/evaluation.ts';
import type { Receipt } from '../src/receipt-usability.ts';
import { validatePolicy } from '../src/validate-definition.ts';

export const NOW = '2026-03-14T09:26:53.589Z';
export const DAY_SECONDS = 86_400;

export const SOURCE_A = 'registered:00000000-0000-7000-8000-00000000000a';
export const SOURCE_B = 'registered:00000000-0000-7000-8000-00000000000b';
export const SOURCE_C = 'api_key:00000000-0000-7000-8000-00000000000c';

/** `at(-5)` is five seconds before the evaluation. */
export const at = (seconds: number) => new Date(Date.parse(NOW) + Math.round(seconds * 1000)).toISOString();

export const anInput = (key: string, type = 'number', rest: object = {}) => ({
  key,
  type,
  acceptedSources: [SOURCE_A],
  maxAgeSeconds: DAY_SECONDS,
  ...rest,
});

export const when = (input: string, operator: string, value: unknown) => ({
  input,
  operator,
  value,
});

export const effect = (decision: string, ...actions: string[]) => ({ decision, actions });

export const aFactor = (key: string, cases: [object[], number][], rest: object = {}) => ({
  key,
  match: 'first',
  weight: 1,
  cases: cases.map(([all, points]) => ({ all, points })),
  ...rest,
});

export const aRule = (key: string, all: object[], rest: object = {}) => ({
  key,
  all,
  reason: `${key} matched.`,
  ...rest,
});

/** One number in, its points by threshold out, three bands: what a test is not about. */
export const aPolicy = (rest: object = {}): object => ({
  inputs: [anInput('age'), anInput('country', 'string')],
  factors: [aFactor('youth', [[[when('age', 'lt', 30)], 40]], { defaultPoints: 0 })],
  aggregation: 'sum',
  bands: [
    { id: 'low', from: 0, effect: effect('none') },
    { id: 'medium', from: 30, effect: effect('review', 'look') },
    { id: 'high', from: 60, effect: effect('restrict', 'hold') },
  ],
  missingEvidence: 'review',
  reviewAfterSeconds: DAY_SECONDS,
  ...rest,
});

/** Whom that policy finds harmless, and whom it wants to be looked at. */
export const ADULT = { age: 44, country: 'NL' };
export const YOUNG = { age: 20, country: 'NL' };

/** The definition with its defaults; a test that builds an invalid one learns why. */
export function valid(definition: unknown): PolicyDefinition {
  const { normalized, errors } = validatePolicy(definition, { lists: [] });
  if (!normalized) throw new Error(`the policy is invalid: ${JSON.stringify(errors)}`);
  return normalized;
}

export const aReceipt = (fact: string, value: FactValue | null, rest: Partial<Receipt> = {}) => ({
  id: `${fact}/${rest.source ?? SOURCE_A}`,
  fact,
  source: SOURCE_A,
  status: 'available' as const,
  value,
  observedAt: at(-60),
  expiresAt: null,
  ...rest,
});

export const receiptsOf = (facts: Record<string, FactValue>): Receipt[] =>
  Object.entries(facts).map(([fact, value]) => aReceipt(fact, value));

export const assess = (
  definition: object,
  evidence: Record<string, FactValue> | Receipt[],
  evaluatedAt = NOW,
): PolicyEvaluation =>
  evaluate(compilePolicy(valid(definition)), {
    receipts: Array.isArray(evidence) ? evidence : receiptsOf(evidence),
    evaluatedAt,
  });
