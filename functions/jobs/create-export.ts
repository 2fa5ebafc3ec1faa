import { refused } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import type { NewExport } from '#shared/jobs/export.ts';
import { assertReadable } from '#shared/jobs/export-scope.ts';
import { presentExport } from '#shared/jobs/present-export.ts';
import { jobRoutes } from '#shared/jobs/routes.ts';
import type { Caller } from '#shared/platform/caller.ts';
import { startJob } from '#shared/platform/jobs/start-job.ts';
import { readUploaded } from '#shared/screening/index.ts';

/** Starts the job that writes the file. */
export const handler = endpoint(jobRoutes.createExport, async (context, { body }) => {
  const { caller, now, newId } = context;
  assertReadable(body.kind, caller);
  if (body.kind === 'batch_rows') await readUploaded(context, body.filter.batchId);
  const input = fixed(body, caller, now);
  const { job, change } = await startJob(context, { id: newId(), kind: 'export', input });
  return {
    ...change,
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
  if (body.kind === 'batch_rows') return body;
  const to = body.to === undefined ? now : new Date(body.to);
  if (to > now) throw refused('range_in_future', '`to` is in the future.');
  if (body.from !== undefined && new Date(body.from) >= to) throw refused('empty_range', '`from` is not before `to`.');
  return { ...body, to: to.toISOString() };
}
