import { presentBulkSend } from '#shared/documents/bulk/present.ts';
import { bulkSendRoutes } from '#shared/documents/routes/bulk-sends.ts';
import { endpoint } from '#shared/endpoint.ts';
import { readJob } from '#shared/platform/jobs/stored-jobs.ts';

export const handler = endpoint(bulkSendRoutes.readBulkSend, async ({ store, caller, now }, { params }) =>
  presentBulkSend(caller, await readJob(store, caller, params.id, 'bulk_send'), now),
);
