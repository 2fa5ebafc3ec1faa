import { runMissedSteps } from '#shared/verification/index.ts';
import { tickWorker } from '#shared/worker.ts';

/** Every minute: screening steps that the stream worker missed. */
export const handler = tickWorker('tickScreenings', runMissedSteps);
