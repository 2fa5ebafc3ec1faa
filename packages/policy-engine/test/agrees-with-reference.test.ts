import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newSeed } from '../../../test/support/random.ts';
import { isFull, scaled } from '../../../test/support/soak.ts';
import { compilePolicy } from '../src/compile-policy.ts';
import type { PolicyDefinition } from '../src/definition.ts';
import { evaluate } from '../src/evaluate-policy.ts';
import type { PolicyEvaluation } from '../src/evaluation.ts';
import type { EvidenceSnapshot } from '../src/resolve-inputs.ts';
import { randomEvidence } from './random-evidence.ts';
import { randomPolicy } from './random-policy.ts';
import { referenceEvaluation } from './reference-evaluator.ts';

const POLICIES = scaled(isFull ? 25_000 : 5_000, 100_000);
const BATCH = 100;
const SEED = newSeed();

test(`evaluator: agrees with the reference evaluator on ${POLICIES} random policies and evidence sets`, () => {
  const seen = new Map<string, number>();

  fc.assert(
    fc.property(fc.noBias(fc.nat()), fc.nat({ max: 3 }), (seed, size) => {
      for (let each = 0; each < BATCH; each += 1) {
        const policy = randomPolicy(seed + each, size);
        const evidence = randomEvidence(seed + each, policy);
        const isReviewDue = seed % 4 === 0;
        const evaluation = evaluate(compilePolicy(policy), evidence, { isReviewDue });
        compare(policy, evidence, evaluation, isReviewDue);
        for (const word of wordsOf(evaluation)) seen.set(word, (seen.get(word) ?? 0) + 1);
      }
    }),
    { numRuns: POLICIES / BATCH, seed: SEED },
  );

  // Agreement is worth as much as what was agreed upon: every word an evaluation knows came up.
  expect(EVERY_WORD.filter((word) => (seen.get(word) ?? 0) < POLICIES / 1000)).toEqual([]);
  expect(seen.get('complete')).toBeGreaterThan(POLICIES / 5);
});

function compare(
  policy: PolicyDefinition,
  evidence: EvidenceSnapshot,
  evaluation: PolicyEvaluation,
  isReviewDue: boolean,
) {
  const ours = JSON.stringify(comparable(evaluation));
  const reference = JSON.stringify(referenceEvaluation(policy, evidence, isReviewDue));
  if (ours !== reference) throw new Error(JSON.stringify({ policy, evidence, ours, reference }, null, 1));
}

/** What the reference tells as well: everything but the sentences and what is copied through. */
function comparable(evaluation: PolicyEvaluation) {
  const { outcome, score, band, decision, actions, freshUntil, reviewDueAt } = evaluation;
  return {
    outcome,
    score,
    band,
    decision,
    factors: evaluation.factors.map(({ key, status, case: taken, points, contribution }) => ({
      key,
      status,
      case: taken,
      points,
      contribution,
    })),
    rules: evaluation.rules.map(({ key, result, decidedBy }) => ({ key, result, decidedBy })),
    inputs: evaluation.inputs.map(({ key, status, reason, value, usedSource, receipts }) => ({
      key,
      status,
      reason,
      value,
      usedSource,
      whys: Object.fromEntries(receipts.map(({ source, why }) => [source, why])),
    })),
    actions,
    freshUntil,
    reviewDueAt,
  };
}

const wordsOf = (evaluation: PolicyEvaluation) =>
  new Set<string>([
    evaluation.outcome,
    evaluation.decision,
    ...evaluation.factors.map(({ status }) => `factor ${status}`),
    ...evaluation.rules.map(({ result }) => `rule ${result}`),
    ...evaluation.inputs.flatMap(({ status, reason, usedSource }) => [
      `input ${reason}`,
      `input ${status}`,
      ...(usedSource === undefined ? [] : ['input of the first source']),
    ]),
    ...evaluation.reasons.map(({ code }) => code),
  ]);

const EVERY_WORD = [
  'complete',
  'incomplete',
  'none',
  'review',
  'restrict',
  'reject',
  'awaiting_evidence',
  'factor case_taken',
  'factor default_taken',
  'factor no_case_matched',
  'factor unknown',
  'rule matched',
  'rule not_matched',
  'rule unknown',
  'input null',
  'input not_required',
  'input of the first source',
  'input no_evidence',
  'input unavailable',
  'input revoked',
  'input stale',
  'input expired',
  'input not_yet_observed',
  'input withdrawn',
  'input type_mismatch',
  'input undocumented_value',
  'input sources_disagree',
  'input_unresolved',
  'factor_without_points',
  'floor_applied',
  'ceiling_applied',
  'score_in_band',
  'band_forced',
  'forced_band_not_higher',
  'no_band',
  'decision_by_band',
  'decision_by_rule',
  'decision_by_missing_evidence',
];
