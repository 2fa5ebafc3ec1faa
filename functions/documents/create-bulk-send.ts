import { putContent } from '#shared/documents/bulk/files.ts';
import { presentBulkSend } from '#shared/documents/bulk/present.ts';
import { readRows } from '#shared/documents/bulk/read-rows.ts';
import { readTemplateAt } from '#shared/documents/repository/templates.ts';
import { bulkSendRoutes } from '#shared/documents/routes/bulk-sends.ts';
import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { jobRequested } from '#shared/platform/jobs/job-events.ts';
import { jobMessage } from '#shared/platform/jobs/run-job.ts';
import { newJobWrites } from '#shared/platform/jobs/stored-jobs.ts';
import { sendMessages } from '#shared/platform/queue.ts';

/** Starts the job. The template is stored with the rows, so that a change of it does not concern them. */
export const handler = endpoint(bulkSendRoutes.createBulkSend, async (context, { body }) => {
  const { store, caller, client, now, newId } = context;
  const template = await readTemplateAt(context, body.templateId, body.revision);
  const { rows, columns } = readRows(template, body);
  const id = newId();
  const { id: templateId, name: templateName, revision } = template;
  const input = { templateId, templateName, revision, dryRun: body.dryRun, columns, rows: rows.length };
  const asked = { id, kind: 'bulk_send' as const, createdBy: principalOf(caller), input };
  const { job, writes } = await newJobWrites(store, caller, asked, now);
  await putContent(caller, id, {
    template,
    rows,
    sending: body.sending ?? {},
    origin: client?.origin ?? null,
    senderAddress: caller.profile?.email ?? null,
  });
  return {
    writes,
    events: [jobRequested(job)],
    hints: [() => sendMessages('jobTurns', [jobMessage(caller, job.id)])],
    result: await presentBulkSend(caller, job, now),
  };
});
