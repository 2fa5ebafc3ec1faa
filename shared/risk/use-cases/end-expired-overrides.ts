import * as z from 'zod';
import { ScopeParts, serviceCaller } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context, WorkerContext } from '#shared/platform/context.ts';
import { measureOldestDue } from '#shared/platform/log.ts';
import { isStillDue, postponeRow, readDue } from '#shared/platform/store/due.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { commitAs } from '#shared/worker.ts';
import { EXPIRED_OVERRIDES_PER_TICK } from '../limits.ts';
import { findRunningOverride } from '../repository/overrides.ts';
import { ended } from './override-after.ts';

const POSTPONED_SECONDS = 60;
const DueOverride = z.object({ ...ScopeParts, id: z.string() });

/**
 * Records in the history that overrides have expired. They stop applying at their time, whenever this runs: it tells
 * the readers of the history, and changes no decision.
 */
export async function endExpiredOverrides(context: WorkerContext): Promise<void> {
  const { store, now } = context;
  const wanted = { now, limit: EXPIRED_OVERRIDES_PER_TICK, line: 'overrides' as const };
  const { rows, oldestSeconds } = await readDue(store, 'risk', wanted);
  measureOldestDue('overrides', oldestSeconds);
  const due = rows.filter((row) => isStillDue(row, now));
  const outcomes = await Promise.allSettled(due.map((row) => endExpired(context, row)));
  const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures);
}

async function endExpired(context: WorkerContext, row: Item): Promise<void> {
  const { store, now } = context;
  try {
    const { id, ...scope } = DueOverride.parse(row);
    await commitAs(context, serviceCaller(scope, 'overrides'), (own) => endOf(own, id));
  } catch (failure) {
    // One that fails blocks no other.
    await store.writeOne(postponeRow('risk', row, addSeconds(now, POSTPONED_SECONDS))).catch(() => false);
    throw failure;
  }
}

const NOTHING: Change = { writes: [], events: [], result: undefined };

async function endOf(context: Context, id: string): Promise<Change> {
  const { store, caller, now } = context;
  const running = await findRunningOverride(store, caller, id);
  const isPast = running && Date.parse(running.override.data.expiresAt) <= now.getTime();
  return isPast ? { ...ended(context, running, 'expired'), result: undefined } : NOTHING;
}
