/**
 * Whether a monitored subject has to be assessed anew. It has when the latest assessment of the policy
 * key does not speak for the present: there is none, it is of another version, evidence has come since,
 * or a deadline has passed. It has not when the policy was found not to cover the very same evidence.
 */
export interface Watched {
  policyVersionId: string;
  /** The evidence revision at which the policy was last found not to cover the subject. */
  refusedRevision: number | null;
  nextCheckAt: string | null;
}

export interface Known {
  evidenceRevision: number;
  latest: LatestResult | undefined;
}

/** Of an assessment made before these were kept, they are missing: then nobody knows, and it is made anew. */
export interface LatestResult {
  policyVersionId?: string | undefined;
  evidenceRevision?: number | undefined;
  freshUntil?: string | null | undefined;
  reviewDueAt?: string | undefined;
}

export type Verdict =
  | { is: 'changed' }
  /** The assessment there is, or the refusal there was, holds until then. */
  | { is: 'assessed' | 'refused'; until: string };

export function verdictOf(watched: Watched, known: Known, now: Date): Verdict {
  const { refusedRevision, nextCheckAt } = watched;
  const isAhead = (instant: string) => instant > now.toISOString();
  if (refusedRevision === known.evidenceRevision && nextCheckAt && isAhead(nextCheckAt))
    return { is: 'refused', until: nextCheckAt };

  const { latest } = known;
  if (
    latest?.reviewDueAt === undefined ||
    latest.freshUntil === undefined ||
    latest.policyVersionId !== watched.policyVersionId ||
    latest.evidenceRevision !== known.evidenceRevision
  )
    return { is: 'changed' };
  const until = firstDeadline({
    freshUntil: latest.freshUntil,
    reviewDueAt: latest.reviewDueAt,
  });
  return isAhead(until) ? { is: 'assessed', until } : { is: 'changed' };
}

/** When an assessment stops being current though nothing happens. */
export const firstDeadline = (of: { freshUntil: string | null; reviewDueAt: string }) =>
  of.freshUntil !== null && of.freshUntil < of.reviewDueAt ? of.freshUntil : of.reviewDueAt;
