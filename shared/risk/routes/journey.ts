import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { NewActivity } from '../activity.ts';
import { EventRecord } from '../event.ts';
import { JourneyPage, JourneyQuery } from '../journey.ts';

export const journeyRoutes = defineRoutes('risk', {
  reportActivity: post('/risk/subjects/{id}/activities', 'client', NewActivity, EventRecord, {
    summary: 'Report an activity',
    problems: missing,
    uses: { tables: { risk: ['GetItem'] } },
  }),
  readJourney: get('/risk/subjects/{id}/journey', 'client', JourneyPage, {
    summary: 'Read the journey of a subject',
    query: JourneyQuery,
    problems: missing,
    uses: { tables: { risk: ['GetItem'], journal: ['Query', 'BatchGetItem'] } },
  }),
});
