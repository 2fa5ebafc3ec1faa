import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { NewActivity } from '../activity.ts';
import { EventRecord } from '../event.ts';
import { JourneyPage, JourneyQuery } from '../journey.ts';
import { missing } from './common.ts';

/** What happened to a subject. */
export const journeyRoutes = defineRoutes('risk', {
  reportActivity: post('/risk/subjects/{id}/activities', 'client', NewActivity, EventRecord, {
    summary: 'Report an activity of a subject, as context and not as evidence',
    refusals: missing,
    uses: { tables: { risk: ['GetItem'] } },
  }),
  readJourney: get('/risk/subjects/{id}/journey', 'client', JourneyPage, {
    summary: 'Read what happened to a subject, in the order it was received, latest first',
    query: JourneyQuery,
    refusals: missing,
    uses: { tables: { risk: ['GetItem'], journal: ['Query', 'BatchGetItem'] } },
  }),
});
