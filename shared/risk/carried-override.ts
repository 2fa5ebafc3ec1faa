import type { Assessment } from './assessment.ts';
import type { OverrideRecord } from './override.ts';

/** Whether a reassessment says the same as the assessment before it, of the same policy version. */
export const isUnchanged = (before: Assessment, after: Assessment): boolean =>
  before.policyVersionId === after.policyVersionId &&
  before.outcome === after.outcome &&
  before.band === after.band &&
  before.decision === after.decision &&
  inputsOf(before) === inputsOf(after);

/** Receipts and their sources may be others. An input without a value has the reason in its place. */
const inputsOf = ({ inputs }: Assessment) =>
  JSON.stringify(inputs.map(({ key, status, value, reason }) => [key, status, value, reason]));

/** The same decision of the same people until the same time, on a newer assessment. */
export function carried(
  { id: carriedFrom, resource, data }: OverrideRecord,
  { id, assessmentId, createdAt }: { id: string; assessmentId: string; createdAt: string },
): OverrideRecord {
  const firstOverrideId = data.firstOverrideId ?? carriedFrom;
  return { id, resource, data: { ...data, assessmentId, createdAt, carriedFrom, firstOverrideId } };
}
