import { principalOf } from '../caller.ts';
import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import { sendMessages } from '../queue.ts';
import type { StoredJob } from './job.ts';
import { jobRequested } from './job-events.ts';
import { jobMessage } from './run-job.ts';
import { newJobWrites } from './stored-jobs.ts';

/** A new job, and what the change that starts it writes, announces and sends. */
export async function startJob(
  { store, caller, now }: Pick<Context, 'store' | 'caller' | 'now'>,
  asked: Pick<StoredJob, 'id' | 'kind' | 'input'>,
): Promise<{ job: StoredJob; change: Omit<Change, 'result'> }> {
  const { job, writes } = await newJobWrites(store, caller, { ...asked, createdBy: principalOf(caller) }, now);
  const hints = [() => sendMessages('jobTurns', [jobMessage(caller, job.id)])];
  return { job, change: { writes, events: [jobRequested(job)], hints } };
}
