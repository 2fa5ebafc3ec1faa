import { listDueDeletions, listJobs, waitingSince } from '#shared/identity/index.ts';
import { measureOldestDue } from '#shared/platform/log.ts';
import { sendMessages } from '#shared/platform/queue.ts';
import { secondsSince } from '#shared/platform/store/due.ts';
import { tickWorker } from '#shared/worker.ts';

/**
 * Scheduled: enqueues a run for every unfinished erasure, whatever became of its last run, and for every
 * deletion whose delay has passed. A run in progress is not disturbed. Deletions count as due work from the
 * end of their delay.
 */
export const handler = tickWorker('tickErasures', async ({ store, now }) => {
  const jobs = await listJobs(store);
  const deletions = await listDueDeletions(store, now);
  const dueSince = [...jobs.map(waitingSince), ...deletions.map(({ erasesAt }) => erasesAt)];
  const ages = dueSince.map((since) => secondsSince(since, now));
  measureOldestDue('erasures', Math.max(0, ...ages));
  await sendMessages(
    'erasures',
    [...jobs, ...deletions].map(({ organizationId }) => ({ body: { organizationId } })),
  );
});
