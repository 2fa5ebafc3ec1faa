import { endpoint } from '#shared/endpoint.ts';
import { readJourney } from '#shared/platform/store/journey.ts';
import { presentEvent } from '#shared/risk/event.ts';
import { isOfCategory } from '#shared/risk/journey.ts';
import { JOURNEY_EVENTS } from '#shared/risk/limits.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { journeyRoutes } from '#shared/risk/routes/journey.ts';

/** Events of a subject in order of receipt, latest first. */
export const handler = endpoint(journeyRoutes.readJourney, async (context, { params, query }) => {
  const { id } = await readSubject(context, params.id);
  const { category, before } = query;
  const { events, nextCursor } = await readJourney(context.store, context.caller, {
    about: id,
    before,
    limit: JOURNEY_EVENTS,
    isWanted: ({ type }) => category === undefined || isOfCategory(type, category),
  });
  return { items: events.map(presentEvent), nextCursor };
});
