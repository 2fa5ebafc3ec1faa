import { erasableDocuments } from '#shared/documents/index.ts';
import {
  apiKeysOf,
  beginErasure,
  blindReviewsPartition,
  closeJob,
  directoryPartition,
  type ErasureJob,
  findDeletion,
  findJob,
  isDue,
  leaseJob,
  legalHoldPartition,
  releaseJob,
  sponsorsPartition,
} from '#shared/identity/index.ts';
import { erasableJobs } from '#shared/jobs/index.ts';
import { settingsPartition } from '#shared/organization/settings/index.ts';
import { MODES, type Scope } from '#shared/platform/caller.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { spendingPartition } from '#shared/platform/rate-limit/spending.ts';
import { partitionsOf } from '#shared/platform/store/collection.ts';
import { type ErasableRows, erasablePartitions } from '#shared/platform/store/erasure.ts';
import { erasableJournal, eventsIn } from '#shared/platform/store/history.ts';
import { isHeld } from '#shared/platform/store/lease.ts';
import { type Item, type Store, TransactionRefused } from '#shared/platform/store/store.ts';
import { erasableQuality } from '#shared/quality/index.ts';
import { erasableAudit, erasableBehindEvents, erasableRisk } from '#shared/risk/index.ts';
import { erasableMatchesBehind, erasableScreening } from '#shared/screening/index.ts';
import { erasableVerification } from '#shared/verification/index.ts';
import { erasableBehindOutbox, erasableWebhooks, isBeingDispatched } from '#shared/webhooks/index.ts';

/** The data that each module stores for an organization and mode. A new module adds a line here. */
const MODULES: ((store: Store, scope: Scope) => AsyncGenerator<ErasableRows>)[] = [
  erasableWebhooks,
  erasableRisk,
  erasableQuality,
  erasableAudit,
  erasableVerification,
  erasableScreening,
  erasableDocuments,
  erasableJobs,
];

/** Longer than any request or worker that started before the deletion can run. */
const GRACE_MS = 20 * 60 * 1000;
/** Enough to finish the current rows and to enqueue another run. */
const RESERVE_MS = 20_000;

/**
 * One run of the erasure. A lease ensures that one run works at a time, since concurrent runs would process
 * the same rows. If a run crashes, its lease ends when its time would have. The first run after the delay
 * of a requested deletion begins the erasure.
 */
export async function eraseOrganization(
  context: WorkerContext,
  organizationId: string,
): Promise<'more' | 'waiting' | 'done'> {
  const { store, now } = context;
  const job = (await findJob(store, organizationId)) ?? (await beginIfDue(context, organizationId));
  if (!job) return 'done';
  if (isHeld(job.leaseUntil, now)) return 'waiting';

  const until = new Date(now.getTime() + context.remainingMs()).toISOString();
  if (!(await store.writeOne(leaseJob(job, until)))) return 'waiting';
  try {
    return await eraseWhatIsLeft(context, job);
  } finally {
    // Frees the job for the next enqueued run. If this fails, a run enqueued by a later tick takes it.
    await store.writeOne(releaseJob(job, until)).catch(() => false);
  }
}

/**
 * Fails if the deletion was revoked, another run began the erasure or the organization is under a legal hold. In all
 * cases nothing is left to do here: a tick enqueues a run for every open job.
 */
async function beginIfDue(
  { store, now, newId }: WorkerContext,
  organizationId: string,
): Promise<ErasureJob | undefined> {
  const deletion = await findDeletion(store, organizationId);
  if (!deletion || !isDue(deletion, now)) return undefined;
  const { job, writes } = beginErasure(deletion, now);
  try {
    await store.transact(writes, newId());
    return job;
  } catch (error) {
    if (error instanceof TransactionRefused) return undefined;
    throw error;
  }
}

/**
 * Erases what is left of an organization, starting over each time: rows erased by an earlier run are not
 * found, so a run may crash anywhere. Requests in progress at the time of the deletion may still have
 * written, so the job stays open until a run after the grace period finds nothing.
 */
async function eraseWhatIsLeft(context: WorkerContext, job: ErasureJob): Promise<'more' | 'waiting' | 'done'> {
  const isOver = context.now.getTime() - Date.parse(job.requestedAt) >= GRACE_MS;
  let erasedRows = 0;
  for await (const { table, keys } of erasableRows(context, job, isOver)) {
    await context.store.deleteMany(table, keys);
    erasedRows += keys.length;
    if (context.remainingMs() < RESERVE_MS) return 'more';
  }

  if (!isOver || erasedRows > 0) return 'waiting';
  await context.store.transact([closeJob(job)], context.newId());
  return 'done';
}

async function* erasableRows({ store, now }: WorkerContext, job: ErasureJob, isOver: boolean) {
  const { organizationId } = job;
  // Credentials first, so that no further data can be added.
  yield* erasablePartitions(store, 'identity', [
    ...partitionsOf(apiKeysOf(organizationId)),
    directoryPartition(organizationId),
    settingsPartition(organizationId),
    sponsorsPartition(organizationId),
    blindReviewsPartition(organizationId),
    legalHoldPartition(organizationId),
    spendingPartition(organizationId),
  ]);
  for (const mode of MODES) {
    const scope = { organizationId, mode };
    for (const erasable of MODULES) yield* erasable(store, scope);
    yield* erasableJournal(store, scope, {
      behind: (rows) => erasableBehindRows(store, scope, rows.filter(isOfLateChange(job))),
      // After the grace nothing is left for later: no dispatcher takes as long.
      isInUse: (row) => !isOver && isBeingDispatched(row, now),
    });
  }
}

async function* erasableBehindRows(store: Store, scope: Scope, rows: readonly Item[]) {
  const events = rows.flatMap(eventsIn).map(({ value }) => value);
  yield* erasableBehindEvents(store, scope, events);
  yield* erasableMatchesBehind(store, scope, events);
  yield* erasableBehindOutbox(store, scope, rows);
}

/**
 * Whether the change may have been committed when records were being erased already. Everything before
 * was found through its records, and an organization has too many events to look behind each of them.
 */
function isOfLateChange({ requestedAt }: ErasureJob) {
  // Events tell when their change began; twice the grace, since clocks of machines disagree.
  const since = new Date(Date.parse(requestedAt) - 2 * GRACE_MS).toISOString();
  return ({ occurredAt }: Item) => String(occurredAt) >= since;
}
