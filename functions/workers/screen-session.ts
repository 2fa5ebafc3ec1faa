import { awaitedStepIn } from '#shared/verification/repository/awaited-steps.ts';
import { runAwaitedStep } from '#shared/verification/use-cases/run-awaited-step.ts';
import { streamWorker } from '#shared/worker.ts';

/** Stream worker: performs the screening steps of verification attempts. */
export const handler = streamWorker('screenSession', async (context, rows) => {
  for (const row of rows) await runAwaitedStep(context, awaitedStepIn(row));
});
