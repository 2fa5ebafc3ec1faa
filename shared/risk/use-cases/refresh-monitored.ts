import * as z from 'zod';
import { type Scope, ScopeParts } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { commitAs, type WorkerContext } from '#shared/worker.ts';
import { listMonitored, type Monitored, wakeMonitored } from '../repository/monitoring.ts';
import { readHead, restHead } from '../repository/subject-state.ts';
import { checkMonitored, monitoringOf } from './check-monitored.ts';

/** Scope and subject of a version row that is due. */
export const DueHead = z.object({
  ...ScopeParts,
  subjectId: z.uuid(),
});
export type DueHead = z.infer<typeof DueHead>;

/**
 * Checks that have not started by then are left to the ticks, because a lease counts from the start
 * of the invocation.
 */
const RESERVE_MS = 30_000;

/**
 * New evidence of monitored subjects from the stream: makes their monitored policies due and checks
 * them at once. Subjects are processed concurrently, and the policies of one subject in sequence,
 * because each depends on the subject's version. A failure does not stop the others; all failures
 * are thrown at the end.
 */
export async function refreshMonitored(
  context: WorkerContext,
  rows: readonly Item[],
): Promise<void> {
  const bySubject = new Map(rows.map((row) => [row.pk, row]));
  const outcomes = await Promise.allSettled(
    [...bySubject.values()].map(async (row) => {
      for (const monitored of await tellOfEvidence(context, DueHead.parse(row)))
        if (context.remainingMs() > RESERVE_MS) await checkMonitored(context, monitored);
    }),
  );
  const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures);
}

/**
 * Makes the monitored policies of a subject due and clears its own due mark, in one transaction:
 * evidence that arrives meanwhile changes the version, and everything is repeated. Returns the
 * policies to check.
 */
export const tellOfEvidence = (context: WorkerContext, of: DueHead): Promise<Monitored[]> =>
  commitAs(context, monitoringOf(of), (own) => wakeSubscriptions(own, of, of.subjectId));

async function wakeSubscriptions(
  { store, now }: Context,
  scope: Scope,
  subjectId: string,
): Promise<Change<Monitored[]>> {
  const { head, isDue } = await readHead(store, scope, subjectId);
  if (!isDue) return { writes: [], events: [], result: [] };

  const enabled = (await listMonitored(store, scope, subjectId)).filter((one) => one.enabled);
  const late = enabled.filter((one) => needsWaking(one, now));
  const woken = new Set(late);
  return {
    writes: [...late.map((one) => wakeMonitored(one, now)), restHead(scope, subjectId, head)],
    events: [],
    result: enabled
      .filter(({ lease }) => lease === null)
      .map((one) => (woken.has(one) ? { ...one, revision: one.revision + 1 } : one)),
  };
}

/** A policy that is already due and not leased will see the new evidence when it is checked. */
const needsWaking = ({ lease, dueAt }: Monitored, now: Date) =>
  lease !== null || dueAt === undefined || dueAt > now.toISOString();
