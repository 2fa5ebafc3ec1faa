import { sendMessages } from '#shared/platform/queue.ts';
import { tickWorker } from '#shared/worker.ts';

const SECONDS = Array.from({ length: 12 }, (_, tick) => tick * 5);
const QUEUES = ['deliveryTicks', 'riskTicks'] as const;

/**
 * Runs every minute and enqueues twelve ticks, five seconds apart, since schedules are no finer than a
 * minute.
 */
export const handler = tickWorker('startTicks', async () => {
  const ticks = SECONDS.map((delaySeconds) => ({ body: {}, delaySeconds }));
  await Promise.all(QUEUES.map((queue) => sendMessages(queue, ticks)));
});
