import { notFound } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { findEvent } from '#shared/platform/store/history.ts';
import { listAssessmentsOfEvent } from '#shared/risk/repository/assessments.ts';
import { assessmentRoutes } from '#shared/risk/routes/assessments.ts';

/** Assessments that name an event of a subject as their cause. */
export const handler = endpoint(assessmentRoutes.listEventAssessments, async (context, { params, query }) => {
  const event = await findEvent(context.store, context.caller, params.eventId);
  if (event?.subjectId !== params.id) throw notFound('event');
  // An event can cause assessments of its own subject only.
  if (query.subjectId !== undefined && query.subjectId !== event.subjectId) return { items: [], nextOffset: null };
  return listAssessmentsOfEvent(context, event.id, query);
});
