import { enqueueWatches } from '#shared/screening/index.ts';
import { tickWorker } from '#shared/worker.ts';

/** Every minute: watches that a list version, a date or a lost message leaves waiting. */
export const handler = tickWorker('tickWatches', enqueueWatches);
