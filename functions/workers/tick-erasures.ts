import { listJobs } from '#shared/identity/erasure.ts';
import { sendMessages } from '#shared/platform/queue.ts';
import { tickWorker } from '#shared/worker.ts';

/**
 * On schedule: every erasure that is not finished gets another run, whatever became of the last. One under
 * way is not disturbed by it.
 */
export const handler = tickWorker('tickErasures', async ({ store }) => {
  const jobs = await listJobs(store);
  await sendMessages(
    'erasures',
    jobs.map(({ organizationId }) => ({ body: { organizationId } })),
  );
});
