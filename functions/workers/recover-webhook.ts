import { sendMessages } from '#shared/platform/queue.ts';
import { DueRecovery } from '#shared/webhooks/messages.ts';
import { recoverWebhook } from '#shared/webhooks/use-cases/recover-webhook.ts';
import { queueWorker } from '#shared/worker.ts';

/** Queue worker: continues the recovery of a webhook. */
export const handler = queueWorker('recoverWebhook', DueRecovery, async (context, message) => {
  const outcome = await recoverWebhook(context, message);
  if (outcome === 'more') await sendMessages('recoveries', [{ body: message }]);
});
