import * as z from 'zod';
import { ScopeParts } from '#shared/platform/caller.ts';
import { NOT_DUE, readDue } from '#shared/platform/store/due.ts';
import type { Item, Store, Write } from '#shared/platform/store/store.ts';

/** Row of an attempt whose next step is run by the service. */
const Shared = {
  ...{ pk: z.string(), sk: z.string(), id: z.uuid(), writes: z.number() },
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

/**
 * Attempts whose step was not run in time. The index is eventually consistent, so other workers may
 * already have leased some of them.
 */
export async function listMissedSteps(
  store: Store,
  { now, limit }: { now: Date; limit: number },
): Promise<{ rows: Item[]; oldestSeconds: number }> {
  const { rows, oldestSeconds } = await readDue(store, 'verification', {
    now,
    limit,
    line: 'steps',
  });
  const missed = rows.filter(
    ({ dueAt }) => typeof dueAt === 'string' && dueAt <= now.toISOString(),
  );
  return { rows: missed, oldestSeconds };
}

/**
 * Leases the step. The attribute is renamed, because the stream filters on `awaitedStep` and would
 * otherwise receive the row again with every change.
 */
export const leaseMissedStep = (row: Item, until: Date): Write => ({
  table: 'verification',
  update: { pk: row.pk, sk: row.sk },
  set: { missedStep: row.missedStep ?? row.awaitedStep, dueAt: until.toISOString() },
  unset: ['awaitedStep'],
  when: { dueAt: row.dueAt, writes: row.writes },
});

/** The step no longer needs to be run. */
export const clearMissedStep = (row: Item): Write => ({
  table: 'verification',
  update: { pk: row.pk, sk: row.sk },
  set: {},
  unset: [...NOT_DUE, 'missedStep'],
  when: { writes: row.writes },
});
