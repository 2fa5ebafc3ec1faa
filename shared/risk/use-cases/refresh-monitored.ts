import * as z from 'zod';
import { type Scope, ScopeParts } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { commitAs, type WorkerContext } from '#shared/worker.ts';
import { listMonitored, type Monitored, wakeMonitored } from '../repository/monitoring.ts';
import { readHead, restHead } from '../repository/subject-state.ts';
import { checkMonitored, monitoringOf } from './check-monitored.ts';

/** What a head that is due says of whom it concerns. */
export const DueHead = z.object({
  ...ScopeParts,
  subjectId: z.uuid(),
});
export type DueHead = z.infer<typeof DueHead>;

/** What is not begun by then is left to the ticks: a lease counts from the beginning of the run. */
const RESERVE_MS = 30_000;

/**
 * New evidence of watched subjects, as the stream shows it: their subscriptions are made due and checked
 * at once. Subjects side by side; the policies of one after another, since each holds on to its head. What
 * fails stands in nobody's way: the rest is done, and then the failure is told.
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
 * Makes the subscriptions of a subject due and lets its head rest, in one transaction: evidence that
 * comes in between moves the head, and then all of it is done again. Answers with those to be checked.
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

/** One that is due already is looked at by whoever takes it, and has not been taken yet. */
const needsWaking = ({ lease, dueAt }: Monitored, now: Date) =>
  lease !== null || dueAt === undefined || dueAt > now.toISOString();
