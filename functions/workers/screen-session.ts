import { awaitedStepIn } from '#shared/verification/repository/awaited-steps.ts';
import { takeAwaitedStep } from '#shared/verification/use-cases/take-awaited-step.ts';
import { streamWorker } from '#shared/worker.ts';

/** Stream worker: performs the screening steps of verification attempts. */
export const handler = streamWorker('screenSession', async (context, rows) => {
  for (const row of rows) await takeAwaitedStep(context, awaitedStepIn(row));
});
