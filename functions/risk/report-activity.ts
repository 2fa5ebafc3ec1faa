import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { presentEvent, riskEvent } from '#shared/risk/event.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { journeyRoutes } from '#shared/risk/routes/journey.ts';

/** Stores an activity of a subject. The activity is the event itself: there is no other record. */
export const handler = endpoint(journeyRoutes.reportActivity, async (context, { params, body }) => {
  const { id: subjectId } = await readSubject(context, params.id);

  const details = {
    ...body,
    summary: body.summary ?? null,
    reference: body.reference ?? null,
    occurredAt: new Date(body.occurredAt).toISOString(),
  };
  const eventsRowId = context.newId();
  const self = { resource: 'events', id: eventsRowId };
  const event = riskEvent('risk.activity.reported', self, { subjectId, details });
  return {
    writes: [],
    events: [event],
    eventsRowId,
    result: presentEvent({
      id: eventsRowId,
      type: event.type,
      resource: event.resource,
      resourceId: eventsRowId,
      subjectId,
      actor: principalOf(context.caller),
      reason: null,
      details,
      occurredAt: context.now.toISOString(),
    }),
  };
});
