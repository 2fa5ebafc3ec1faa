import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post, RecordId } from '#shared/platform/http/route.ts';
import { pageOf } from '#shared/platform/http/shapes.ts';
import { EventRecord } from '../event.ts';
import { MonitoringRecord, MonitoringRecords, NewMonitoring } from '../monitoring.ts';
import { ReviewPage, ReviewQuery } from '../review-calendar.ts';
import { PageQuery } from './common.ts';

const MonitoredQuery = PageQuery.extend({ policyVersionId: RecordId.describe('The version that monitors.') });

export const monitoringRoutes = defineRoutes('risk', {
  listMonitoredSubjects: get('/risk/monitoring', 'client', pageOf(MonitoringRecord), {
    summary: 'List monitoring by a policy version',
    description: 'In order of the creation of the subjects, also where monitoring is paused.',
    query: MonitoredQuery,
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'Query'] } },
  }),
  listMonitoring: get('/risk/subjects/{id}/monitoring', 'client', MonitoringRecords, {
    summary: 'List monitoring of a subject',
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'Query'] } },
  }),
  listReviews: get('/risk/reviews', 'client', ReviewPage, {
    summary: 'List reviews of monitored subjects',
    description:
      'One for each subject and enabled monitoring whose policy version has `review`, earliest first, 100 on a page. A ' +
      'page reads at most some 2,000 rows, so with a narrow filter it can be short or empty although `nextCursor` is not null.',
    query: ReviewQuery,
    uses: { tables: { risk: ['Query'] } },
  }),
  configureMonitoring: post('/risk/subjects/{id}/monitoring', 'client', NewMonitoring, EventRecord, {
    summary: 'Configure monitoring',
    problems: {
      ...missing,
      policy_not_published: [422, 'The version is a draft.'],
      policy_retired: [422, 'The version is retired.'],
      too_many_monitored_policies: [422, 'The subject has reached the maximum number of monitored policies.'],
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] } },
  }),
});
