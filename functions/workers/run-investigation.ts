import { DueInvestigation } from '#shared/risk/investigation-messages.ts';
import { runInvestigation } from '#shared/risk/use-cases/run-investigation.ts';
import { queueWorker } from '#shared/worker.ts';

/** One investigation from the queue: looked into, and what was found recorded. */
export const handler = queueWorker('runInvestigation', DueInvestigation, (context, message) =>
  runInvestigation(context, message),
);
