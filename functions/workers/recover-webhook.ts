import { sendMessages } from '#shared/platform/queue.ts';
import { DueRecovery, workOnWebhook } from '#shared/webhooks/index.ts';
import { queueWorker } from '#shared/worker.ts';

/** Before a worker looks again whether it may continue. */
const PAUSE_SECONDS = 60;

/** Queue worker: continues a recovery of a webhook or a replay to it, and sends alerts about it. */
export const handler = queueWorker('recoverWebhook', DueRecovery, async (context, message) => {
  const outcome = await workOnWebhook(context, message);
  const delaySeconds = outcome === 'later' ? PAUSE_SECONDS : 0;
  if (outcome !== 'done') await sendMessages('recoveries', [{ body: message, delaySeconds }]);
});
