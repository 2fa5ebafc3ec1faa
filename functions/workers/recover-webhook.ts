import { sendMessages } from '#shared/platform/queue.ts';
import { DueRecovery, recoverWebhook } from '#shared/webhooks/index.ts';
import { queueWorker } from '#shared/worker.ts';

/** Queue worker: continues the recovery of a webhook. */
export const handler = queueWorker('recoverWebhook', DueRecovery, async (context, message) => {
  const outcome = await recoverWebhook(context, message);
  if (outcome === 'more') await sendMessages('recoveries', [{ body: message }]);
});
