import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { EventRecord } from '../event.ts';
import { MonitoringRecords, NewMonitoring } from '../monitoring.ts';

export const monitoringRoutes = defineRoutes('risk', {
  listMonitoring: get('/risk/subjects/{id}/monitoring', 'client', MonitoringRecords, {
    summary: 'List monitoring of a subject',
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'Query'] } },
  }),
  configureMonitoring: post('/risk/subjects/{id}/monitoring', 'client', NewMonitoring, EventRecord, {
    summary: 'Configure monitoring',
    problems: {
      ...missing,
      policy_not_published: [422, 'The version is a draft.'],
      policy_retired: [422, 'The version is retired.'],
      too_many_monitored_policies: [422, 'The subject has reached the maximum number of monitored policies.'],
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'] } },
  }),
});
