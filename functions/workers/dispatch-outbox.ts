import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import { countEvents, followEvents, writeNotices } from '#shared/risk/index.ts';
import { dispatchRows } from '#shared/webhooks/index.ts';
import { streamWorker } from '#shared/worker.ts';

/**
 * Stream worker of the journal: turns events into deliveries as soon as they are committed, counts them, notifies the
 * users whom they concern, and creates audit logs. A failure of one does not stop the others; all are safe to repeat.
 */
export const handler = streamWorker('dispatchOutbox', async (context, rows) => {
  await allSettledFirstError([
    dispatchRows(context, rows),
    countEvents(context, rows),
    writeNotices(context, rows),
    followEvents(context, rows),
  ]);
});
