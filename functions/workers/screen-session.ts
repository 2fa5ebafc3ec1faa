import { awaitedStepIn, runAwaitedStep } from '#shared/verification/index.ts';
import { streamWorker } from '#shared/worker.ts';

/** Stream worker: performs the screening steps of verification attempts. */
export const handler = streamWorker('screenSession', async (context, rows) => {
  for (const row of rows) await runAwaitedStep(context, awaitedStepIn(row));
});
