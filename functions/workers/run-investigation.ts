import { DueInvestigation } from '#shared/risk/investigation-messages.ts';
import { runInvestigation } from '#shared/risk/use-cases/run-investigation.ts';
import { queueWorker } from '#shared/worker.ts';

/** Runs an investigation from the queue and stores its result. */
export const handler = queueWorker('runInvestigation', DueInvestigation, (context, message) =>
  runInvestigation(context, message),
);
