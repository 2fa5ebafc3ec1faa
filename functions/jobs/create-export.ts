import { refused } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import type { NewExport } from '#shared/jobs/export.ts';
import { assertReadable } from '#shared/jobs/export-scope.ts';
import { presentExport } from '#shared/jobs/present-export.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import { type Caller, principalOf } from '#shared/platform/caller.ts';
import { jobRequested } from '#shared/platform/jobs/job-events.ts';
import { jobMessage } from '#shared/platform/jobs/run-job.ts';
import { newJobWrites } from '#shared/platform/jobs/stored-jobs.ts';
import { sendMessages } from '#shared/platform/queue.ts';

/** Starts the job that writes the file. */
export const handler = endpoint(jobRoutes.createExport, async ({ store, caller, now, newId }, { body }) => {
  assertReadable(body.kind, caller);
  const input = fixed(body, caller, now);
  const asked = { id: newId(), kind: 'export' as const, createdBy: principalOf(caller), input };
  const { job, writes } = await newJobWrites(store, caller, asked, now);
  return {
    writes,
    events: [jobRequested(job)],
    hints: [() => sendMessages('jobTurns', [jobMessage(caller, job.id)])],
    result: await presentExport(caller, job, now),
  };
});

/** What depends on the caller or the time of the request is stored with its meaning then. */
function fixed(body: NewExport, { kind, id }: Caller, now: Date): NewExport {
  if (body.kind === 'worklist') {
    if (body.filter?.assignee !== 'me') return body;
    if (kind !== 'user') throw refused('user_required', '`assignee` `me` requires the token of a signed-in user.');
    return { ...body, filter: { ...body.filter, assignee: id } };
  }
  const to = body.to === undefined ? now : new Date(body.to);
  if (to > now) throw refused('range_in_future', '`to` is in the future.');
  if (body.from !== undefined && new Date(body.from) >= to) throw refused('empty_range', '`from` is not before `to`.');
  return { ...body, to: to.toISOString() };
}
