import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { jobMessage } from '#shared/platform/jobs/run-job.ts';
import { JobMessage } from '#shared/platform/jobs/stored-jobs.ts';
import { measureOldestDue } from '#shared/platform/log.ts';
import { sendMessages } from '#shared/platform/queue.ts';
import { isStillDue, postponeRow, readDue } from '#shared/platform/store/due.ts';

const ROWS = 100;
/** A job waits in a long queue, or its message was lost: it is enqueued again after this time. */
const POSTPONED_SECONDS = 300;

/** Backstop of the queue: enqueues jobs whose message was lost or whose worker died. */
export async function enqueueLostJobs({ store, now }: WorkerContext): Promise<void> {
  const { rows, oldestSeconds } = await readDue(store, 'jobs', { now, limit: ROWS, line: 'jobs' });
  measureOldestDue('jobs', oldestSeconds);
  const until = addSeconds(now, POSTPONED_SECONDS);
  const postponed = await Promise.all(
    rows
      .filter((row) => isStillDue(row, now))
      .map(async (row) => ((await store.writeOne(postponeRow('jobs', row, until))) ? [row] : [])),
  );
  const messages = postponed.flat().map((row) => JobMessage.parse({ ...row, jobId: row.id }));
  await sendMessages(
    'jobTurns',
    messages.map(({ jobId, ...scope }) => jobMessage(scope, jobId)),
  );
}
