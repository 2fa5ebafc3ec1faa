import { parseOutboxRow } from '#shared/webhooks/repository/outbox.ts';
import { dispatchOutbox } from '#shared/webhooks/use-cases/dispatch-outbox.ts';
import { streamWorker } from '#shared/worker.ts';

/** From the journal's stream: events that have just been committed become deliveries at once. */
export const handler = streamWorker('dispatchOutbox', async (context, rows) => {
  for (const row of rows) {
    const outbox = parseOutboxRow(row);
    if (outbox) await dispatchOutbox(context, outbox);
  }
});
