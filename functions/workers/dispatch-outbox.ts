import { dispatchRows } from '#shared/webhooks/index.ts';
import { streamWorker } from '#shared/worker.ts';

/** Stream worker of the journal: turns events into deliveries as soon as they are committed. */
export const handler = streamWorker('dispatchOutbox', dispatchRows);
