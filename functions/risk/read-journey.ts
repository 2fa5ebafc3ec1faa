import { endpoint } from '#shared/endpoint.ts';
import { readJourney } from '#shared/platform/store/journey.ts';
import { presentEvent } from '#shared/risk/event.ts';
import { isOfCategory, occurrenceOf } from '#shared/risk/journey.ts';
import { COMPACT_JOURNEY_EVENTS, JOURNEY_EVENTS } from '#shared/risk/limits.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { journeyRoutes } from '#shared/risk/routes/journey.ts';
import { scoresOf } from '#shared/risk/use-cases/journey-scores.ts';

/** Events of a subject in order of receipt, latest first. */
export const handler = endpoint(journeyRoutes.readJourney, async (context, { params, query }) => {
  const { id } = await readSubject(context, params.id);
  const { category, before, view } = query;
  const isCompact = view === 'compact';
  const { events, nextCursor } = await readJourney(context.store, context.caller, {
    about: id,
    before,
    limit: isCompact ? COMPACT_JOURNEY_EVENTS : JOURNEY_EVENTS,
    isWanted: ({ type }) => category === undefined || isOfCategory(type, category),
  });
  if (!isCompact) return { items: events.map(presentEvent), nextCursor };

  const oldestFirst = events.toReversed();
  return {
    events: oldestFirst.map((event) => [occurrenceOf(event), event.type, event.id, event.resourceId, event.actor]),
    scores: await scoresOf(context, id, oldestFirst),
    nextCursor,
  };
});
