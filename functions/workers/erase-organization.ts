import * as z from 'zod';
import { eraseOrganization } from '#shared/organization/index.ts';
import { sendMessages } from '#shared/platform/queue.ts';
import { queueWorker } from '#shared/worker.ts';

const Message = z.object({ organizationId: z.string() });

/** Queue worker: continues the erasure of a deleted organization, and enqueues another run if needed. */
export const handler = queueWorker('eraseOrganization', Message, async (context, message) => {
  const outcome = await eraseOrganization(context, message.organizationId);
  if (outcome === 'more') await sendMessages('erasures', [{ body: message }]);
});
