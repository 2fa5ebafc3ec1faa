import { conflict, refused } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { riskEvent } from '#shared/risk/event.ts';
import { OVERRIDE_YEARS } from '#shared/risk/limits.ts';
import { OverrideRecord } from '#shared/risk/override.ts';
import { readAssessment } from '#shared/risk/repository/assessments.ts';
import { createOverride } from '#shared/risk/repository/overrides.ts';
import { overrideRoutes } from '#shared/risk/routes/overrides.ts';
import { stateOf } from '#shared/risk/use-cases/assessment-state.ts';

/** Overrides the decision of an assessment. Score and band are unchanged. */
export const handler = endpoint(
  overrideRoutes.createOverride,
  async (context, { params, body }) => {
    const { caller, now } = context;
    const assessment = await readAssessment(context, params.id);
    const { subjectId, policyKey, outcome } = assessment.data;
    const expiresAt = new Date(body.expiresAt);

    if (outcome === 'incomplete' && body.decision === 'none')
      throw refused(
        'incomplete_assessment',
        'An incomplete assessment cannot be overridden to `none`.',
      );
    if (expiresAt <= now || expiresAt > inYears(now, OVERRIDE_YEARS))
      throw refused('invalid_expiry', '`expiresAt` must be in the future and within one year.');
    const { current } = await stateOf(context, assessment);
    if (!current) throw conflict('assessment_not_current', 'The assessment is no longer current.');

    const override = OverrideRecord.parse({
      id: context.newId(),
      resource: 'overrides',
      data: {
        ...{ assessmentId: assessment.id, subjectId, policyKey, decision: body.decision },
        ...{ reason: body.reason, expiresAt: expiresAt.toISOString() },
        ...{ createdBy: principalOf(caller), createdAt: now.toISOString() },
        ...{ revokedAt: null, revokedBy: null, revocationReason: null },
      },
    });
    return {
      writes: createOverride(caller, override),
      events: [riskEvent('risk.override.created', override, { subjectId, reason: body.reason })],
      result: override,
    };
  },
);

function inYears(date: Date, years: number): Date {
  const later = new Date(date);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}
