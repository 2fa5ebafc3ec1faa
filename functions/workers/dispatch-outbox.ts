import { dispatchRows } from '#shared/webhooks/use-cases/dispatch-rows.ts';
import { streamWorker } from '#shared/worker.ts';

/** From the journal's stream: events that have just been committed become deliveries at once. */
export const handler = streamWorker('dispatchOutbox', dispatchRows);
