import { endpoint } from '#shared/endpoint.ts';
import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import { readAssessedPolicy, readLatestPublished } from '#shared/risk/repository/policies.ts';
import { readState } from '#shared/risk/repository/subject-state.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { assessmentRoutes } from '#shared/risk/routes/assessments.ts';
import { assessSubject } from '#shared/risk/use-cases/assess-subject.ts';
import { assertEventsOf } from '#shared/risk/use-cases/events-of-subject.ts';

/**
 * Evaluates a published policy version against the evidence of a subject, and stores the result.
 */
export const handler = endpoint(assessmentRoutes.createAssessment, async (context, { params, body }) => {
  const [subject, { policy, beside }, state] = await allSettledFirstError([
    readSubject(context, params.id),
    body.policyVersionId === undefined
      ? readLatestPublished(context, body.policyKey ?? '')
      : readAssessedPolicy(context, body.policyVersionId),
    readState(context.store, context.caller, params.id),
    assertEventsOf(context, params.id, body.eventIds),
  ]);
  const { trigger, eventIds, repeatActions } = body;
  return assessSubject(context, { subject, state, policy, beside, trigger, eventIds, repeatActions });
});
