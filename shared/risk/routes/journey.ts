import * as z from 'zod';
import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { NewActivity } from '../activity.ts';
import { EventRecord } from '../event.ts';
import { CompactJourney, JourneyPage, JourneyQuery } from '../journey.ts';

export const journeyRoutes = defineRoutes('risk', {
  reportActivity: post('/risk/subjects/{id}/activities', 'client', NewActivity, EventRecord, {
    summary: 'Report an activity',
    problems: missing,
    uses: { tables: { risk: ['GetItem'] } },
  }),
  readJourney: get('/risk/subjects/{id}/journey', 'client', z.union([JourneyPage, CompactJourney]), {
    summary: 'Read the journey of a subject',
    description:
      'Events of a subject, latest first, 50 per page. With `view=compact` up to 500 short arrays per page, oldest first, ' +
      'and the scores of the assessments among them: about 600 read units for 500 events.',
    query: JourneyQuery,
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem'], journal: ['Query', 'BatchGetItem'] } },
  }),
});
