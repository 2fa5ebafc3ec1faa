import { conflict, refused } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { recordEvent } from '#shared/risk/event.ts';
import { InvestigationReviewRecord } from '#shared/risk/investigation-review.ts';
import { createReview } from '#shared/risk/repository/investigation-reviews.ts';
import { readInvestigation } from '#shared/risk/repository/investigations.ts';
import { investigationRoutes } from '#shared/risk/routes/investigations.ts';

/** Stores a person's review of a finding. Neither the finding nor any decision changes. */
export const handler = endpoint(investigationRoutes.reviewInvestigation, async (context, { params, body }) => {
  const { caller, now } = context;
  const investigation = await readInvestigation(context, params.id);
  const { id: investigationId, subjectId, status, findings } = investigation;

  if (status !== 'completed') throw conflict('investigation_not_completed', `The investigation is ${status}.`);
  if (!findings.some(({ key }) => key === body.finding))
    throw refused('unknown_finding', 'The finding does not exist in this investigation.');

  const review = InvestigationReviewRecord.parse({
    id: context.newId(),
    resource: 'investigation-reviews',
    data: { investigationId, subjectId, ...body, reviewedBy: principalOf(caller), reviewedAt: now.toISOString() },
  });
  const { finding, verdict, reason } = body;
  const details = { investigationId, finding, verdict };
  return {
    writes: createReview(caller, review),
    events: [recordEvent('risk.investigation.reviewed', review, { subjectId, reason, details })],
    result: review,
  };
});
