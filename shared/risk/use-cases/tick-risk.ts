import type { WorkerContext } from '#shared/platform/context.ts';
import { endExpiredOverrides } from './end-expired-overrides.ts';
import { enqueueLostInvestigations } from './enqueue-lost-investigations.ts';
import { checkDueMonitoring, recoverMissedEvidence } from './tick-monitoring.ts';

/** In this order, because new evidence makes monitored policies due. */
const STEPS = [recoverMissedEvidence, checkDueMonitoring, enqueueLostInvestigations, endExpiredOverrides];

/**
 * Runs every five seconds and processes due work that neither stream nor message delivered. Several
 * ticks can run concurrently. A failing step does not stop the others; all failures are thrown at
 * the end.
 */
export async function tickRisk(context: WorkerContext): Promise<void> {
  const failures: unknown[] = [];
  for (const step of STEPS) await step(context).catch((failure: unknown) => failures.push(failure));
  if (failures.length > 0) throw new AggregateError(failures);
}
