import type { PolicyDefinition } from '@assay/policy-engine';
import type { NewEvent } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { OPEN } from '../action.ts';
import type { AssessmentRecord } from '../assessment.ts';
import { recordEvent, riskEvent } from '../event.ts';
import { findActions } from '../repository/actions.ts';
import type { MonitoredPolicy } from '../repository/monitoring.ts';
import { nextReviewCheck, plannedReview, type ReviewState, requestedReview } from '../review.ts';

/** The review of a monitored subject at a check, as its actions are now. */
export interface ReviewAtCheck {
  review: ReviewState | undefined;
  events: readonly NewEvent[];
}

export async function readReview(context: Context, row: MonitoredPolicy): Promise<ReviewAtCheck> {
  const { review } = row;
  if (!review?.requested) return { review, events: [] };
  const { requested, ...planned } = review;
  const found = await findActions(context, requested.actionIds);
  const actions = found.flatMap((one) => (one ? [one.action.data] : []));
  if (actions.some(({ status }) => OPEN.includes(status))) return stillOpen(context, row, review, requested);
  const [completedAt] = actions
    .flatMap(({ status, updatedAt }) => (status === 'completed' ? [updatedAt] : []))
    .toSorted()
    .reverse();
  // A cancelled action is no review: it is still due, and its actions are requested again.
  if (!completedAt) return { review: planned, events: [] };
  return {
    review: { ...planned, since: completedAt },
    events: [reviewEvent('completed', row, { ...review, requested })],
  };
}

type Requested = NonNullable<ReviewState['requested']>;

function stillOpen({ now }: Context, row: MonitoredPolicy, review: ReviewState, requested: Requested): ReviewAtCheck {
  if (requested.isOverdue || requested.overdueAt > now.toISOString()) return { review, events: [] };
  const overdue = { ...review, requested: { ...requested, isOverdue: true } };
  return { review: overdue, events: [reviewEvent('overdue', row, overdue)] };
}

/** The assessment that requested the actions is what the event is about. */
function reviewEvent(
  what: 'due' | 'overdue' | 'completed',
  { subjectId, policyKey }: Pick<MonitoredPolicy, 'subjectId' | 'policyKey'>,
  { dueAt, reason, requested }: ReviewState & { requested: Requested },
): NewEvent {
  const about = { resource: 'assessments', id: requested.assessmentId };
  const details = { policyKey, dueAt, reason, actionIds: requested.actionIds };
  // The transition that completed it has a notification of its own.
  if (what === 'completed') return recordEvent('risk.review.completed', about, { subjectId, details });
  return riskEvent(`risk.review.${what}`, about, { subjectId, details });
}

/** Whether the actions of the review have to be requested of a subject in a band. */
export function isReviewDue(
  { now }: Pick<Context, 'now'>,
  { review }: ReviewAtCheck,
  { definition, band }: { definition: PolicyDefinition; band: string | null },
): boolean {
  if (!definition.review || !review || review.requested) return false;
  return plannedReview(definition, { since: review.since, band: band ?? review.band }).dueAt <= now.toISOString();
}

export interface AssessedAs {
  band: string | null;
  evaluatedAt: string;
}

/** The review after a check that changed nothing else. */
export function reviewAfter(
  definition: PolicyDefinition,
  { review }: ReviewAtCheck,
  { band, evaluatedAt }: AssessedAs,
): ReviewState | null {
  if (!definition.review) return null;
  if (review?.requested) return review;
  // Missing evidence does not put a review off: the last band that was known counts.
  return plannedReview(definition, { since: review?.since ?? evaluatedAt, band: band ?? review?.band ?? null });
}

/** The same after an assessment, which may have requested its actions. */
export function reviewAfterAssessment(
  { now }: Pick<Context, 'now'>,
  before: ReviewAtCheck,
  { id, data }: AssessmentRecord,
): { review: ReviewState | null; events: readonly NewEvent[] } {
  const { definition } = data.policy;
  const planned = reviewAfter(definition, before, data);
  const actionIds = reviewActionIds(data);
  if (!planned || actionIds.length === 0) return { review: planned, events: before.events };
  const request = { at: now.toISOString(), assessmentId: id, actionIds };
  const review = requestedReview(definition, planned, request);
  return { review, events: [...before.events, reviewEvent('due', data, review as Parameters<typeof reviewEvent>[2])] };
}

/** The actions of an assessment that a review requires. */
export const reviewActionIds = ({ actions, actionIds }: Pick<AssessmentRecord['data'], 'actions' | 'actionIds'>) =>
  actionIds.filter((_, index) => actions[index]?.requiredBy.some(({ kind }) => kind === 'review'));

/** The earlier of the deadlines of the assessment and of its review. */
export function nextCheck(deadline: string, review: ReviewState | null): string {
  const ofReview = review && nextReviewCheck(review);
  return ofReview && ofReview < deadline ? ofReview : deadline;
}
