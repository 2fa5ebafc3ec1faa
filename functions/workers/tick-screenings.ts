import { takeMissedSteps } from '#shared/verification/use-cases/take-missed-steps.ts';
import { tickWorker } from '#shared/worker.ts';

/** Every minute: screening steps that the stream worker missed. */
export const handler = tickWorker('tickScreenings', takeMissedSteps);
