import { putContent } from '#shared/documents/bulk/files.ts';
import { presentBulkSend } from '#shared/documents/bulk/present.ts';
import { readRows } from '#shared/documents/bulk/read-rows.ts';
import { readTemplateAt } from '#shared/documents/repository/templates.ts';
import { bulkSendRoutes } from '#shared/documents/routes/bulk-sends.ts';
import { endpoint } from '#shared/endpoint.ts';
import { startJob } from '#shared/platform/jobs/start-job.ts';

/** Starts the job. The template is stored with the rows, so that a change of it does not concern them. */
export const handler = endpoint(bulkSendRoutes.createBulkSend, async (context, { body }) => {
  const { caller, client, now, newId } = context;
  const template = await readTemplateAt(context, body.templateId, body.revision);
  const { rows, columns } = readRows(template, body);
  const id = newId();
  const { id: templateId, name: templateName, revision } = template;
  const input = { templateId, templateName, revision, dryRun: body.dryRun, columns, rows: rows.length };
  const { job, change } = await startJob(context, { id, kind: 'bulk_send', input });
  await putContent(caller, id, {
    template,
    rows,
    sending: body.sending ?? {},
    origin: client?.origin ?? null,
    senderAddress: caller.profile?.email ?? null,
  });
  return { ...change, result: await presentBulkSend(caller, job, now) };
});
