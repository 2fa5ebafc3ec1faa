/**
 * Decides whether a monitored subject must be reassessed: there is no assessment under the policy
 * key, it used another version, evidence has arrived since, or a deadline has passed. A subject is
 * not reassessed when the policy did not cover it with the same evidence.
 */
export interface MonitoringState {
  policyVersionId: string;
  /** Evidence revision at which the policy last did not cover the subject. */
  refusedRevision: number | null;
  nextCheckAt: string | null;
}

export interface SubjectSnapshot {
  evidenceRevision: number;
  latest: LatestResult | undefined;
}

/** Assessments from before these properties existed lack them. Such a subject is reassessed. */
export interface LatestResult {
  policyVersionId?: string | undefined;
  evidenceRevision?: number | undefined;
  freshUntil?: string | null | undefined;
  reviewDueAt?: string | undefined;
}

export type MonitoringVerdict =
  | { is: 'changed' }
  /** The assessment, or the refusal, is valid until then. */
  | { is: 'assessed' | 'refused'; until: string };

export function monitoringVerdict(monitoring: MonitoringState, subject: SubjectSnapshot, now: Date): MonitoringVerdict {
  const { refusedRevision, nextCheckAt } = monitoring;
  const isAhead = (instant: string) => instant > now.toISOString();
  if (refusedRevision === subject.evidenceRevision && nextCheckAt && isAhead(nextCheckAt))
    return { is: 'refused', until: nextCheckAt };

  const { latest } = subject;
  if (
    latest?.reviewDueAt === undefined ||
    latest.freshUntil === undefined ||
    latest.policyVersionId !== monitoring.policyVersionId ||
    latest.evidenceRevision !== subject.evidenceRevision
  )
    return { is: 'changed' };
  const until = firstDeadline({
    freshUntil: latest.freshUntil,
    reviewDueAt: latest.reviewDueAt,
  });
  return isAhead(until) ? { is: 'assessed', until } : { is: 'changed' };
}

/** When an assessment stops being current without any change. */
export const firstDeadline = (of: { freshUntil: string | null; reviewDueAt: string }) =>
  of.freshUntil !== null && of.freshUntil < of.reviewDueAt ? of.freshUntil : of.reviewDueAt;
