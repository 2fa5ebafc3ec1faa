import type { PolicyDefinition } from '@assay/policy-engine';
import * as z from 'zod';
import { addSeconds } from '#shared/platform/clock.ts';
import { REVIEW_WITHIN_SECONDS } from './limits.ts';

/** The review of a monitored subject as a task of people. Pure rules; monitoring stores the state with its row. */
export const REVIEW_REASONS = ['band', 'policy'] as const;

const RequestedReview = z.object({
  at: z.string(),
  assessmentId: z.string(),
  actionIds: z.array(z.string()),
  overdueAt: z.string(),
  /** Whether the history says that it is overdue. */
  isOverdue: z.boolean(),
});

export const ReviewState = z.object({
  /** When the last review was completed, or the first assessment of the monitored policy. */
  since: z.string(),
  dueAt: z.string(),
  reason: z.enum(REVIEW_REASONS),
  band: z.string().nullable(),
  /** Absent until its date. */
  requested: RequestedReview.optional(),
});
export type ReviewState = z.infer<typeof ReviewState>;

const later = (at: string, seconds: number) => addSeconds(new Date(at), seconds).toISOString();

/** The review after a period that began at a time; the shorter one of band and policy. */
export function plannedReview(
  { bands, reviewAfterSeconds: ofPolicy }: PolicyDefinition,
  { since, band }: { since: string; band: string | null },
): ReviewState {
  const ofBand = bands.find(({ id }) => id === band)?.reviewAfterSeconds ?? ofPolicy;
  const reason = ofBand < ofPolicy ? 'band' : 'policy';
  return { since, dueAt: later(since, Math.min(ofBand, ofPolicy)), reason, band };
}

/** The same while its actions are open: its date is past, whatever the band is now. */
export const requestedReview = (
  { review }: PolicyDefinition,
  planned: ReviewState,
  { at, assessmentId, actionIds }: { at: string; assessmentId: string; actionIds: string[] },
): ReviewState => {
  const overdueAt = later(planned.dueAt, review?.withinSeconds ?? REVIEW_WITHIN_SECONDS);
  return { ...planned, requested: { at, assessmentId, actionIds, overdueAt, isOverdue: false } };
};

/** When monitoring has to look at the review again without any change; null if only its actions can change it. */
export function nextReviewCheck({ dueAt, requested }: ReviewState): string | null {
  if (!requested) return dueAt;
  return requested.isOverdue ? null : requested.overdueAt;
}
