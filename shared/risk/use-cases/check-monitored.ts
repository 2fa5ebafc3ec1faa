import { type Scope, serviceCaller } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context } from '#shared/platform/context.ts';
import { logDefect } from '#shared/platform/log.ts';
import { Problem } from '#shared/platform/problem.ts';
import { TransactionRefused } from '#shared/platform/store/store.ts';
import { commitAs, type WorkerContext } from '#shared/worker.ts';
import { CHECK_LEASE_SECONDS, FAILED_CHECK_RETRY_SECONDS } from '../limits.ts';
import {
  findMonitored,
  leaseMonitored,
  type Monitored,
  type Outcome,
  settleMonitored,
} from '../repository/monitoring.ts';
import { outcomeOfCheck } from './outcome-of-check.ts';

/** In whose name a watched subject is assessed. */
export const monitoringOf = (scope: Scope) => serviceCaller(scope, 'monitoring');

/**
 * Checks one subscription that is due, unless another worker has it. The lease is what makes it one
 * worker's; what the check led to and the end of the lease are one transaction. A worker that dies in
 * between leaves nothing behind, and after the lease the subscription is found due again.
 */
export async function checkMonitored(context: WorkerContext, found: Monitored): Promise<boolean> {
  const lease = context.newId();
  if (!(await isLeased(context, found, lease))) return false;

  const caller = monitoringOf(found);
  // As the lease left it; whoever has to look again reads it.
  let known: Monitored | undefined = { ...found, lease, revision: found.revision + 1 };
  const whileOurs = (outcomeOf: (own: Context, row: Monitored) => Promise<Change>) =>
    commitAs(context, caller, async (own): Promise<Change> => {
      const row = known ?? (await findMonitored(own.store, caller, found));
      known = undefined;
      return row?.lease === lease ? outcomeOf(own, row) : NOTHING;
    });
  try {
    await whileOurs(outcomeOfCheck);
  } catch (error) {
    if (!(error instanceof Problem)) logDefect('checkMonitored', context.requestId, error);
    const outcome = isGone(error) ? OVER : failedAt(context.now);
    await whileOurs(async (_own, row) => settled(row, outcome));
  }
  return true;
}

const NOTHING: Change = { writes: [], events: [], result: undefined };

/** A transaction though it is one row: if its answer is lost, asking again does not find it refused. */
async function isLeased({ store, now, newId }: WorkerContext, row: Monitored, lease: string) {
  const until = addSeconds(now, CHECK_LEASE_SECONDS);
  try {
    await store.transact([leaseMonitored(row, lease, until)], newId());
    return true;
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
}

/** The organization is being erased, and its subjects or policies are gone already. */
const isGone = (error: unknown) => error instanceof Problem && error.code === 'not_found';
const OVER = { nextCheckAt: null };

const failedAt = (now: Date) => ({
  lastError: 'evaluation_failed' as const,
  nextCheckAt: addSeconds(now, FAILED_CHECK_RETRY_SECONDS).toISOString(),
});

const settled = (row: Monitored, outcome: Partial<Outcome>): Change => {
  const { lastError, lastEvaluatedAt } = row;
  const after = { lastError, lastEvaluatedAt, nextCheckAt: null, refusedRevision: null };
  return { ...NOTHING, writes: [settleMonitored(row, { ...after, ...outcome })] };
};
