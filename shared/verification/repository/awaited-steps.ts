import * as z from 'zod';
import { ScopeParts } from '#shared/platform/caller.ts';
import { NOT_DUE, readDue } from '#shared/platform/store/due.ts';
import type { Item, Store, Write } from '#shared/platform/store/store.ts';

/** An attempt whose next step is the service's, as its row says. */
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

/** Attempts whose step nobody took in time; the index lags behind, so that some may be in other hands. */
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
 * The step is the taker's until then. It is called another name from now on, since the stream, which has
 * tried it long enough, would otherwise be shown it again with every change of the row.
 */
export const takeMissedStep = (row: Item, until: Date): Write => ({
  table: 'verification',
  update: { pk: row.pk, sk: row.sk },
  set: { missedStep: row.missedStep ?? row.awaitedStep, dueAt: until.toISOString() },
  unset: ['awaitedStep'],
  when: { dueAt: row.dueAt, writes: row.writes },
});

/** Nobody waits for the step any more. */
export const dropMissedStep = (row: Item): Write => ({
  table: 'verification',
  update: { pk: row.pk, sk: row.sk },
  set: {},
  unset: [...NOT_DUE, 'missedStep'],
  when: { writes: row.writes },
});
