import { bandOfScore, raisedBand } from './bands.ts';
import type { CompiledPolicy } from './compile-policy.ts';
import { causesOf, requiredActions, strongestDecision } from './effects.ts';
import type { PolicyEvaluation } from './evaluation.ts';
import type { Exact } from './exact.ts';
import { bandReasons, decisionReasons, factorReasons, inputReasons } from './explain.ts';
import { type ScoredFactor, scoreFactor } from './factors.ts';
import { evaluationMs, instantText } from './instants.ts';
import {
  type EvidenceSnapshot,
  type ResolvedInput,
  resolveInputs,
  unchangedUntil,
  valuesOf,
} from './resolve-inputs.ts';
import { judgeRule } from './rules.ts';
import { type Score, scoreOf } from './score.ts';

/** Stored with every assessment. Any change to results requires a new version. */
export const EVALUATOR_VERSION = 'policy-evaluator-v2';

/**
 * Evaluates a policy in the order in which the result is explained: evidence gives inputs their
 * values, values give factors their points and decide rules, points give the score and its band,
 * rules can raise the band, and band and rules give the decision and actions. The function is pure:
 * the same policy, evidence and time give the same bytes.
 */
export function evaluate(
  policy: CompiledPolicy,
  evidence: EvidenceSnapshot,
  { isReviewDue = false }: { isReviewDue?: boolean } = {},
): PolicyEvaluation {
  const resolved = resolveInputs(policy, evidence);
  const inputs = resolved.map(({ resolution }) => resolution);
  const values = valuesOf(inputs);

  const scored = policy.factors.map((factor) => scoreFactor(factor, values));
  const factors = scored.map(({ result }) => result);
  const score = completeScore(policy, resolved, scored);

  const rules = policy.rules.map((rule) => judgeRule(rule, values));
  const matched = policy.rules.filter((_, index) => rules[index]?.result === 'matched');

  const { bands } = policy;
  const ofScore = score ? bandOfScore(bands, score.exact) : -1;
  const final = raisedBand(
    ofScore,
    matched.map(({ forcedBand }) => forcedBand),
  );
  const band = bands[final];

  const causes = causesOf(band, matched, score ? null : policy.missingEvidence);
  const decision = strongestDecision(causes);

  return {
    outcome: score ? 'complete' : 'incomplete',
    score: score?.shown ?? null,
    band: band?.id ?? null,
    decision,
    factors,
    rules,
    inputs,
    reasons: [
      ...inputReasons(inputs),
      ...factorReasons(factors),
      ...bandReasons({ bands, score, ofScore, final, matched }),
      ...decisionReasons(causes, decision),
    ],
    actions: requiredActions(isReviewDue ? [...causes, ...policy.review] : causes),
    freshUntil: unchangedUntil(resolved, evidence.evaluatedAt),
    reviewDueAt: instantText(evaluationMs(evidence.evaluatedAt) + (band ?? policy).reviewAfterMs),
    evaluatorVersion: EVALUATOR_VERSION,
  };
}

/** Null unless every input has a value and every factor has points. */
function completeScore(
  { scoring }: CompiledPolicy,
  resolved: readonly ResolvedInput[],
  scored: readonly ScoredFactor[],
): Score | null {
  if (resolved.some(({ resolution }) => resolution.status === 'unresolved')) return null;
  const contributions: Exact[] = [];
  for (const { contribution } of scored) {
    if (contribution === undefined) return null;
    contributions.push(contribution);
  }
  return scoreOf(scoring, contributions);
}
