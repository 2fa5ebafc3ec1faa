import { DueInvestigation, runInvestigation } from '#shared/risk/index.ts';
import { queueWorker } from '#shared/worker.ts';

/** Runs an investigation from the queue and stores its result. */
export const handler = queueWorker('runInvestigation', DueInvestigation, (context, message) =>
  runInvestigation(context, message),
);
