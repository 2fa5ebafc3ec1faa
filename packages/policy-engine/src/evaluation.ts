import * as z from 'zod';
import { DECISIONS } from './definition.ts';

/** Result of an evaluation, with the explanation of each part. */

const Scalar = z.union([z.string(), z.number(), z.boolean()]);
export const FactValue = z.union([Scalar, z.array(Scalar)]);
export type FactValue = z.infer<typeof FactValue>;

export const EvidenceStatus = z.enum(['available', 'unavailable', 'revoked']);

const UnresolvedReason = z.enum([
  'no_evidence',
  'unavailable',
  'revoked',
  'stale',
  'expired',
  'not_yet_observed',
  'withdrawn',
  'type_mismatch',
  'undocumented_value',
  'sources_disagree',
] as const);

/** Whether a receipt can be used, or why not. */
export const ReceiptUsability = z.enum([
  'usable',
  ...UnresolvedReason.exclude(['no_evidence', 'sources_disagree']).options,
]);
export type ReceiptUsability = z.infer<typeof ReceiptUsability>;

export const ConsideredReceipt = z.object({
  receiptId: z.string(),
  source: z.string(),
  status: EvidenceStatus,
  observedAt: z.string(),
  expiresAt: z.string().nullable(),
  ageSeconds: z.number().nullable(),
  why: ReceiptUsability,
});
export type ConsideredReceipt = z.infer<typeof ConsideredReceipt>;

export const InputResolution = z.object({
  key: z.string(),
  status: z.enum(['resolved', 'unresolved', 'not_required']),
  value: FactValue.nullable(),
  reason: UnresolvedReason.nullable(),
  usedSource: z
    .string()
    .optional()
    .describe('The source whose value is used, of an input that takes the first available one.'),
  receipts: z.array(ConsideredReceipt),
});
export type InputResolution = z.infer<typeof InputResolution>;

export const FactorResult = z.object({
  key: z.string(),
  label: z.string().nullable(),
  status: z.enum(['case_taken', 'default_taken', 'no_case_matched', 'unknown']),
  case: z.int().nullable().describe('Index of the matched case.'),
  points: z.number().nullable(),
  weight: z.number(),
  contribution: z.number().nullable().describe('Points times weight.'),
  unknownInputs: z.array(z.string()),
});
export type FactorResult = z.infer<typeof FactorResult>;

export const RuleResult = z.object({
  key: z.string(),
  result: z.enum(['matched', 'not_matched', 'unknown']),
  reason: z.string(),
  decidedBy: z.array(z.string()).describe('The inputs that prevented a match.'),
});
export type RuleResult = z.infer<typeof RuleResult>;

export const EvaluationReason = z.object({
  code: z.enum([
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
    'condition_not_met',
  ] as const),
  key: z.string().nullable().describe('Key of the input, factor, band or rule.'),
  message: z.string(),
});
export type EvaluationReason = z.infer<typeof EvaluationReason>;

export const RequiredAction = z.object({
  name: z.string(),
  requiredBy: z.array(z.object({ kind: z.enum(['band', 'rule', 'review']), key: z.string() })),
});
export type RequiredAction = z.infer<typeof RequiredAction>;

export const EvaluatedDecision = z.enum([...DECISIONS, 'awaiting_evidence']);
export type EvaluatedDecision = z.infer<typeof EvaluatedDecision>;

export const PolicyEvaluation = z
  .object({
    outcome: z.enum(['complete', 'incomplete']),
    score: z.number().nullable(),
    band: z.string().nullable(),
    decision: EvaluatedDecision,
    factors: z.array(FactorResult),
    rules: z.array(RuleResult),
    inputs: z.array(InputResolution),
    reasons: z.array(EvaluationReason),
    actions: z.array(RequiredAction),
    freshUntil: z
      .string()
      .nullable()
      .describe('Time at which an input first changes without new evidence; null if it never does.'),
    reviewDueAt: z.string(),
    evaluatorVersion: z.string(),
  })
  .meta({ id: 'PolicyEvaluation' });
export type PolicyEvaluation = z.infer<typeof PolicyEvaluation>;

export const Applicability = z.object({
  status: z.enum(['applicable', 'not_matched', 'unknown']),
  reasons: z.array(EvaluationReason),
});
export type Applicability = z.infer<typeof Applicability>;
