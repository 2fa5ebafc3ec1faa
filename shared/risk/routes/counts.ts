import { defineRoutes, get } from '#shared/platform/http/route.ts';
import { Counts } from '../counts.ts';

export const countRoutes = defineRoutes('risk', {
  readCounts: get('/counts', 'client', Counts, {
    summary: 'Count waiting work',
    description:
      'Every number stops at 1,000, that of notifications at 100. Costs about 60 read units in a small organization, 20 per 100 subjects with open ' +
      'actions, and 8 per webhook. Do not poll it more often than every 30 seconds.',
    uses: {
      tables: {
        identity: ['BatchGetItem'],
        risk: ['Query', 'BatchGetItem'],
        screening: ['Query', 'BatchGetItem'],
        webhooks: ['Query', 'BatchGetItem'],
      },
      listFiles: true,
      indexes: { webhooks: ['status'] },
    },
  }),
});
