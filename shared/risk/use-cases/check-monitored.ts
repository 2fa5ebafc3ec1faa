import { Problem } from '@assay/foundation';
import { type Scope, serviceCaller } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context, WorkerContext } from '#shared/platform/context.ts';
import { logDefect } from '#shared/platform/log.ts';
import { TransactionRefused } from '#shared/platform/store/store.ts';
import { commitAs } from '#shared/worker.ts';
import { CHECK_LEASE_SECONDS, FAILED_CHECK_RETRY_SECONDS } from '../limits.ts';
import {
  type CheckResult,
  findMonitored,
  finishCheck,
  leaseMonitored,
  type MonitoredPolicy,
} from '../repository/monitoring.ts';
import { outcomeOfCheck } from './outcome-of-check.ts';

/** The principal of automatic assessments. */
export const monitoringCaller = (scope: Scope) => serviceCaller(scope, 'monitoring');

/**
 * Checks one monitored policy that is due, unless another worker has leased it. The result of the
 * check and the end of the lease are one transaction. If the worker dies before it, nothing is
 * stored, and the policy is due again when the lease ends.
 */
export async function checkMonitored(context: WorkerContext, found: MonitoredPolicy): Promise<boolean> {
  const lease = context.newId();
  if (!(await isLeased(context, found, lease))) return false;

  const caller = monitoringCaller(found);
  // The row as the lease wrote it. A retry reads it again.
  let known: MonitoredPolicy | undefined = { ...found, lease, revision: found.revision + 1 };
  const commitWhileLeased = (outcomeOf: (own: Context, row: MonitoredPolicy) => Promise<Change>) =>
    commitAs(context, caller, async (own): Promise<Change> => {
      const row = known ?? (await findMonitored(own.store, caller, found));
      known = undefined;
      return row?.lease === lease ? outcomeOf(own, row) : NOTHING;
    });
  try {
    await commitWhileLeased(outcomeOfCheck);
  } catch (error) {
    if (!(error instanceof Problem)) logDefect('checkMonitored', context.requestId, error);
    const outcome = isGone(error) ? NO_NEXT_CHECK : failedAt(context.now);
    await commitWhileLeased(async (_own, row) => finished(row, outcome));
  }
  return true;
}

const NOTHING: Change = { writes: [], events: [], result: undefined };

/**
 * A transaction although it is one row: with its token, a retry after a lost response is not
 * refused.
 */
async function isLeased({ store, now, newId }: WorkerContext, row: MonitoredPolicy, lease: string) {
  const until = addSeconds(now, CHECK_LEASE_SECONDS);
  try {
    await store.transact([leaseMonitored(row, lease, until)], newId());
    return true;
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
}

/** The organization is being erased, and the subject or policy no longer exists. */
const isGone = (error: unknown) => error instanceof Problem && error.code === 'not_found';
const NO_NEXT_CHECK = { nextCheckAt: null };

const failedAt = (now: Date) => ({
  lastError: 'evaluation_failed' as const,
  nextCheckAt: addSeconds(now, FAILED_CHECK_RETRY_SECONDS).toISOString(),
});

const finished = (row: MonitoredPolicy, outcome: Partial<CheckResult>): Change => {
  const { lastError, lastEvaluatedAt } = row;
  const after = { lastError, lastEvaluatedAt, nextCheckAt: null, refusedRevision: null };
  return { ...NOTHING, writes: [finishCheck(row, { ...after, ...outcome })] };
};
