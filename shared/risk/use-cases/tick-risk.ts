import type { WorkerContext } from '#shared/worker.ts';
import { enqueueLostInvestigations } from './enqueue-lost-investigations.ts';
import { checkDue, tellOfDueEvidence } from './tick-monitoring.ts';

/** In this order: evidence that is told of first makes subscriptions due. */
const STEPS = [tellOfDueEvidence, checkDue, enqueueLostInvestigations];

/**
 * Every five seconds: what is due in the risk module and was not seen to by stream or message. Several
 * ticks may run at once. A step that fails stands in no other's way: the rest is done, and then the
 * failure is told.
 */
export async function tickRisk(context: WorkerContext): Promise<void> {
  const failures: unknown[] = [];
  for (const step of STEPS) await step(context).catch((failure: unknown) => failures.push(failure));
  if (failures.length > 0) throw new AggregateError(failures);
}
