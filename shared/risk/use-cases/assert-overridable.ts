import { conflict, refused } from '@assay/foundation';
import type { Context } from '#shared/platform/context.ts';
import type { AssessmentRecord } from '../assessment.ts';
import { OVERRIDE_YEARS } from '../limits.ts';
import type { LatestAssessment } from '../repository/subject-state.ts';
import { presentStateOf } from './assessment-state.ts';

/** Refuses an override that must not be created, and equally its proposal. Returns what it would be an override of. */
export async function assertOverridable(
  context: Context,
  assessment: AssessmentRecord,
  { decision, expiresAt }: { decision: string; expiresAt: Date },
): Promise<LatestAssessment> {
  const { now } = context;
  if (assessment.data.outcome === 'incomplete' && decision === 'none')
    throw refused('incomplete_assessment', 'An incomplete assessment cannot be overridden to `none`.');
  if (expiresAt <= now || expiresAt > inYears(now, OVERRIDE_YEARS))
    throw refused('invalid_expiry', '`expiresAt` must be in the future and within one year.');
  const { state, latest } = await presentStateOf(context, assessment);
  if (!state.current || !latest) throw conflict('assessment_not_current', 'The assessment is no longer current.');
  return latest;
}

function inYears(date: Date, years: number): Date {
  const later = new Date(date);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}
