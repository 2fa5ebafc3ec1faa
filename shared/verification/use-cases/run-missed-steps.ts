import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { measureOldestDue } from '#shared/platform/log.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { MISSED_LEASE_SECONDS, MISSED_PER_TICK } from '../limits.ts';
import { awaitedStepIn, clearMissedStep, leaseMissedStep, listMissedSteps } from '../repository/awaited-steps.ts';
import { runAwaitedStep } from './run-awaited-step.ts';

/** Time that one more screening needs. */
const RESERVE_MS = 20_000;

/**
 * Runs every minute: screening steps that the stream missed or gave up. Each is leased by one tick
 * at a time. A failing step is retried later and does not stop the others; all failures are thrown
 * at the end.
 */
export async function runMissedSteps(context: WorkerContext): Promise<void> {
  const { store, now, remainingMs } = context;
  const failures: unknown[] = [];
  const missed = await listMissedSteps(store, { now, limit: MISSED_PER_TICK });
  measureOldestDue('screenings', missed.oldestSeconds);
  for (const row of missed.rows) {
    if (remainingMs() < RESERVE_MS) break;
    await runMissedStep(context, row).catch((failure: unknown) => failures.push(failure));
  }
  if (failures.length > 0) throw new AggregateError(failures);
}

async function runMissedStep(context: WorkerContext, row: Item): Promise<void> {
  const until = addSeconds(context.now, MISSED_LEASE_SECONDS);
  const isOurs = await context.store.writeOne(leaseMissedStep(row, until));
  if (!isOurs) return;
  const isAwaited = await runAwaitedStep(context, awaitedStepIn(row));
  if (!isAwaited) await context.store.writeOne(clearMissedStep(row));
}
