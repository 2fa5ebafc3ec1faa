import { listJobs, waitingSince } from '#shared/identity/erasure.ts';
import { measureOldestDue } from '#shared/platform/log.ts';
import { sendMessages } from '#shared/platform/queue.ts';
import { secondsSince } from '#shared/platform/store/due.ts';
import { tickWorker } from '#shared/worker.ts';

/**
 * On schedule: every erasure that is not finished gets another run, whatever became of the last. One under
 * way is not disturbed by it.
 */
export const handler = tickWorker('tickErasures', async ({ store, now }) => {
  const jobs = await listJobs(store);
  const ages = jobs.map((job) => secondsSince(waitingSince(job), now));
  measureOldestDue('erasures', Math.max(0, ...ages));
  await sendMessages(
    'erasures',
    jobs.map(({ organizationId }) => ({ body: { organizationId } })),
  );
});
