import { RETIRED_SOURCE } from '@assay/policy-engine';
import type { Context } from '#shared/platform/context.ts';
import type { AssessmentRecord, AssessmentState, STALE_REASONS } from '../assessment.ts';
import type { OverrideRecord } from '../override.ts';
import { findLatestOverrides } from '../repository/overrides.ts';
import { type LatestAssessment, readLatestAssessment, type SubjectVersion } from '../repository/subject-state.ts';

type StaleReason = (typeof STALE_REASONS)[number];

/** Whether an assessment is current, and its effective decision. */
export const stateOf = async (context: Context, assessment: AssessmentRecord) =>
  (await presentStateOf(context, assessment)).state;

/** The same, and the latest assessment of the policy. */
export async function presentStateOf({ store, caller, now }: Context, assessment: AssessmentRecord) {
  const { id, data } = assessment;
  const [present, [override]] = await Promise.all([
    readLatestAssessment(store, caller, data),
    findLatestOverrides(store, caller, [id]),
  ]);
  return { state: stateAmong(assessment, present, override, now), latest: present.latest };
}

/** The same, of records that have been read. */
export function stateAmong(
  assessment: AssessmentRecord,
  present: { version: SubjectVersion; latest: LatestAssessment | undefined },
  latest: OverrideRecord | undefined,
  now: Date,
): AssessmentState {
  const { id, data } = assessment;
  const reasons = assessmentStaleReasons(assessment, present, now);
  const isCurrent = reasons.length === 0;
  const { override, effectiveDecision } = effectiveAmong(data.decision, { isCurrent, override: latest, now });
  return {
    assessmentId: id,
    current: isCurrent,
    effectiveDecision,
    reasons,
    override: override
      ? { id: override.id, decision: override.data.decision, expiresAt: override.data.expiresAt }
      : null,
    freshUntil: data.freshUntil,
    reviewDueAt: data.reviewDueAt,
  };
}

/** The decision that counts, and the override that makes it so. */
export function effectiveAmong(
  decision: AssessmentRecord['data']['decision'],
  { isCurrent, override, now }: { isCurrent: boolean; override: OverrideRecord | undefined; now: Date },
) {
  const isInForce =
    override !== undefined && override.data.revokedAt === null && Date.parse(override.data.expiresAt) > now.getTime();
  const counting = isCurrent && isInForce ? override : undefined;
  const effectiveDecision = isCurrent ? (counting?.data.decision ?? decision) : ('reassessment_required' as const);
  return { override: counting, effectiveDecision };
}

export function assessmentStaleReasons(
  { id, data }: AssessmentRecord,
  { version, latest }: { version: SubjectVersion; latest: LatestAssessment | undefined },
  now: Date,
): StaleReason[] {
  const isPast = (instant: string | null) => instant !== null && Date.parse(instant) <= now.getTime();
  const checks: [StaleReason, boolean][] = [
    ['newer_evidence', version.evidenceRevision !== data.evidenceRevision],
    ['newer_assessment', latest?.id !== id],
    ['evidence_no_longer_fresh', isPast(data.freshUntil)],
    ['review_due', isPast(data.reviewDueAt)],
    ['retired_source', data.evidence.some(({ source }) => source === RETIRED_SOURCE)],
  ];
  return checks.flatMap(([reason, holds]) => (holds ? [reason] : []));
}
