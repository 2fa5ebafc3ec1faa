import * as z from 'zod';
import { type Scope, ScopeParts } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context, WorkerContext } from '#shared/platform/context.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { commitAs } from '#shared/worker.ts';
import { listMonitored, type MonitoredPolicy, makeDueNow } from '../repository/monitoring.ts';
import { clearDue, readSubjectVersion } from '../repository/subject-state.ts';
import { checkMonitored, monitoringCaller } from './check-monitored.ts';

/** Scope and subject of a subject version that is due. */
export const DueSubject = z.object({
  ...ScopeParts,
  subjectId: z.uuid(),
});
export type DueSubject = z.infer<typeof DueSubject>;

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
export async function refreshMonitored(context: WorkerContext, rows: readonly Item[]): Promise<void> {
  const bySubject = new Map(rows.map((row) => [row.pk, row]));
  const outcomes = await Promise.allSettled(
    [...bySubject.values()].map(async (row) => {
      for (const monitored of await makeMonitoredDue(context, DueSubject.parse(row)))
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
export const makeMonitoredDue = (context: WorkerContext, of: DueSubject): Promise<MonitoredPolicy[]> =>
  commitAs(context, monitoringCaller(of), (own) => makeDueWrites(own, of, of.subjectId));

async function makeDueWrites(
  { store, now }: Context,
  scope: Scope,
  subjectId: string,
): Promise<Change<MonitoredPolicy[]>> {
  const { version, isDue } = await readSubjectVersion(store, scope, subjectId);
  if (!isDue) return { writes: [], events: [], result: [] };

  const enabled = (await listMonitored(store, scope, subjectId)).filter((one) => one.enabled);
  const notDue = enabled.filter((one) => isNotDueYet(one, now));
  const madeDue = new Set(notDue);
  return {
    writes: [...notDue.map((one) => makeDueNow(one, now)), clearDue(scope, subjectId, version)],
    events: [],
    result: enabled
      .filter(({ lease }) => lease === null)
      .map((one) => (madeDue.has(one) ? { ...one, revision: one.revision + 1 } : one)),
  };
}

/** A policy that is already due and not leased will see the new evidence when it is checked. */
const isNotDueYet = ({ lease, dueAt }: MonitoredPolicy, now: Date) =>
  lease !== null || dueAt === undefined || dueAt > now.toISOString();
