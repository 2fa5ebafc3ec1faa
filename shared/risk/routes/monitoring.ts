import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { EventRecord } from '../event.ts';
import { MonitoringRecords, NewMonitoring } from '../monitoring.ts';
import { missing } from './common.ts';

/** Policies that watch a subject. */
export const monitoringRoutes = defineRoutes('risk', {
  listMonitoring: get('/risk/subjects/{id}/monitoring', 'client', MonitoringRecords, {
    summary: 'List the policies that watch a subject',
    refusals: missing,
    uses: { tables: { risk: ['GetItem', 'Query'] } },
  }),
  configureMonitoring: post(
    '/risk/subjects/{id}/monitoring',
    'client',
    NewMonitoring,
    EventRecord,
    {
      summary: 'Have a policy version watch a subject, or pause it',
      refusals: {
        ...missing,
        policy_not_published: [422, 'The version is a draft.'],
        too_many_monitored_policies: [422, 'As many policies as may watch a subject do already.'],
      },
      uses: { tables: { risk: ['GetItem', 'Query', 'PutItem', 'UpdateItem'] } },
    },
  ),
});
