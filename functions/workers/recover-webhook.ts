import { sendMessages } from '#shared/platform/queue.ts';
import { DueRecovery, recoverWebhook, replayEvents } from '#shared/webhooks/index.ts';
import { queueWorker } from '#shared/worker.ts';

/** Before a worker looks again whether it may continue. */
const PAUSE_SECONDS = 60;

/** Queue worker: continues the recovery of a webhook, or a replay to it. */
export const handler = queueWorker('recoverWebhook', DueRecovery, async (context, message) => {
  const outcome =
    message.task === 'replay' ? await replayEvents(context, message) : await recoverWebhook(context, message);
  const delaySeconds = outcome === 'later' ? PAUSE_SECONDS : 0;
  if (outcome !== 'done') await sendMessages('recoveries', [{ body: message, delaySeconds }]);
});
