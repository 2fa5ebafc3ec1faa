import type { NewEvent } from '#shared/platform/change.ts';
import type { DrawnSummary } from './draw.ts';
import type { PlanContent } from './plan.ts';
import type { StoredSample } from './sample.ts';

/** All are stored in the history only and never sent to webhooks. */
const qualityEvent = (
  type: `quality.${string}`,
  resource: string,
  resourceId: string,
  about: Pick<NewEvent, 'reason' | 'details'> & { subjectId?: string | null },
): NewEvent => ({ type, resource, resourceId, subjectId: null, announced: false, ...about });

/** Outsiders take the plan of each decision from the details: they are part of the published rule. */
export const planChanged = (
  id: string,
  plan: PlanContent & { version: number },
  { reason, ...accepted }: { reason: string; proposalId?: string; proposedBy?: string },
): NewEvent => {
  const { version, streams, percent, perAnalystPerWeek, blind } = plan;
  const details = { version, streams, percent, perAnalystPerWeek, blind, ...accepted };
  return qualityEvent('quality.plan.changed', 'quality-plans', id, { reason, details });
};

export const planProposed = (proposalId: string, plan: PlanContent, reason: string): NewEvent =>
  qualityEvent('quality.plan.proposed', 'quality-plans', proposalId, { reason, details: { proposalId, ...plan } });

export const samplesDrawn = (rootId: string, summary: DrawnSummary): NewEvent =>
  qualityEvent('quality.sample.drawn', 'audit_roots', rootId, { details: { ...summary } });

/** Names neither the record nor its subject: whoever claims a sample is the first to learn them. */
export const sampleClaimed = ({ id, stream }: StoredSample, what: 'claimed' | 'released'): NewEvent =>
  qualityEvent(`quality.sample.${what}`, 'quality-samples', id, { details: { stream } });

export const sampleReviewed = (
  { id, stream, first }: StoredSample,
  review: NonNullable<StoredSample['review']>,
): NewEvent =>
  qualityEvent('quality.sample.reviewed', 'quality-samples', id, {
    subjectId: first.subjectId,
    reason: review.reason,
    details: {
      stream,
      eventId: first.eventId,
      first: first.decision,
      decision: review.decision,
      agrees: review.agrees,
      followUp: review.followUp.kind,
    },
  });
