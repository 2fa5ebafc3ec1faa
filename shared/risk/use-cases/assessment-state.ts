import { RETIRED_SOURCE } from '@assay/policy-engine';
import type { Context } from '#shared/platform/context.ts';
import type { AssessmentRecord, STALE_REASONS } from '../assessment.ts';
import { findLatestOverride } from '../repository/overrides.ts';
import {
  type LatestAssessment,
  readLatestAssessment,
  type SubjectVersion,
} from '../repository/subject-state.ts';

type StaleReason = (typeof STALE_REASONS)[number];

/** Whether an assessment is current, and its effective decision. */
export async function stateOf(context: Context, assessment: AssessmentRecord) {
  const { store, caller, now } = context;
  const { id, data } = assessment;
  const [present, latest] = await Promise.all([
    readLatestAssessment(store, caller, data),
    findLatestOverride(store, caller, id),
  ]);
  const reasons = assessmentStaleReasons(assessment, present, now);
  const isCurrent = reasons.length === 0;
  const isInForce =
    latest !== undefined &&
    latest.data.revokedAt === null &&
    Date.parse(latest.data.expiresAt) > now.getTime();
  const override = isCurrent && isInForce ? latest : undefined;
  return {
    assessmentId: id,
    current: isCurrent,
    effectiveDecision: isCurrent
      ? (override?.data.decision ?? data.decision)
      : ('reassessment_required' as const),
    reasons,
    override: override
      ? { id: override.id, decision: override.data.decision, expiresAt: override.data.expiresAt }
      : null,
    freshUntil: data.freshUntil,
    reviewDueAt: data.reviewDueAt,
  };
}

export function assessmentStaleReasons(
  { id, data }: AssessmentRecord,
  { version, latest }: { version: SubjectVersion; latest: LatestAssessment | undefined },
  now: Date,
): StaleReason[] {
  const isPast = (instant: string | null) =>
    instant !== null && Date.parse(instant) <= now.getTime();
  const checks: [StaleReason, boolean][] = [
    ['newer_evidence', version.evidenceRevision !== data.evidenceRevision],
    ['newer_assessment', latest?.id !== id],
    ['evidence_no_longer_fresh', isPast(data.freshUntil)],
    ['review_due', isPast(data.reviewDueAt)],
    ['retired_source', data.evidence.some(({ source }) => source === RETIRED_SOURCE)],
  ];
  return checks.flatMap(([reason, holds]) => (holds ? [reason] : []));
}
