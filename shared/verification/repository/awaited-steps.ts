import * as z from 'zod';
import { ScopeParts } from '#shared/platform/caller.ts';
import { isStillDue, NOT_DUE, readDue } from '#shared/platform/store/due.ts';
import { takeLease } from '#shared/platform/store/lease.ts';
import type { Item, Store, Write } from '#shared/platform/store/store.ts';

/** Row of an attempt whose next step is run by the service. */
const Shared = {
  pk: z.string(),
  sk: z.string(),
  id: z.uuid(),
  writes: z.number(),
  ...ScopeParts,
  data: z.object({ sessionId: z.uuid() }),
};
const Awaited = z.object({ ...Shared, awaitedStep: z.string() });
const Missed = z.object({ ...Shared, missedStep: z.string() });

export interface AwaitedStep {
  organizationId: string;
  mode: 'test' | 'live';
  sessionId: string;
  runId: string;
  stepKey: string;
}

export function awaitedStepIn(row: Item): AwaitedStep {
  const { organizationId, mode, id, data, ...step } = z.union([Awaited, Missed]).parse(row);
  const stepKey = 'awaitedStep' in step ? step.awaitedStep : step.missedStep;
  return { organizationId, mode, sessionId: data.sessionId, runId: id, stepKey };
}

/** Attempts whose step was not run in time. */
export async function listMissedSteps(
  store: Store,
  { now, limit }: { now: Date; limit: number },
): Promise<{ rows: Item[]; oldestSeconds: number }> {
  const { rows, oldestSeconds } = await readDue(store, 'verification', {
    now,
    limit,
    line: 'steps',
  });
  return { rows: rows.filter((row) => isStillDue(row, now)), oldestSeconds };
}

/**
 * Leases the step. The attribute is renamed, because the stream filters on `awaitedStep` and would
 * otherwise receive the row again with every change.
 */
export const leaseMissedStep = (row: Item, until: Date): Write =>
  takeLease(
    { table: 'verification', key: { pk: row.pk, sk: row.sk }, attribute: 'dueAt' },
    { found: row.dueAt, next: until.toISOString() },
    {
      set: { missedStep: row.missedStep ?? row.awaitedStep },
      unset: ['awaitedStep'],
      when: { writes: row.writes },
    },
  );

/** The step no longer needs to be run. */
export const clearMissedStep = (row: Item): Write => ({
  table: 'verification',
  update: { pk: row.pk, sk: row.sk },
  set: {},
  unset: [...NOT_DUE, 'missedStep'],
  when: { writes: row.writes },
});
