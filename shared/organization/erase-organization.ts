import { erasableDocuments } from '#shared/documents/erasable.ts';
import { apiKeysOf } from '#shared/identity/api-key.ts';
import { closeJob, type ErasureJob, findJob } from '#shared/identity/erasure.ts';
import type { Mode, Scope } from '#shared/platform/caller.ts';
import { partitionsOf } from '#shared/platform/store/collection.ts';
import { type ErasableRows, erasablePartitions } from '#shared/platform/store/erasure.ts';
import { erasableJournal } from '#shared/platform/store/history.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { erasableRisk } from '#shared/risk/repository/erasable.ts';
import { erasableScreening } from '#shared/screening/erasable.ts';
import { erasableVerification } from '#shared/verification/erasable.ts';
import { erasableWebhooks } from '#shared/webhooks/erasable.ts';
import type { WorkerContext } from '#shared/worker.ts';

/** What each module keeps of an organization and mode. A new module adds its line here. */
const MODULES: ((store: Store, scope: Scope) => AsyncGenerator<ErasableRows>)[] = [
  erasableWebhooks,
  erasableRisk,
  erasableVerification,
  erasableScreening,
  erasableDocuments,
  erasableJournal,
];
const MODES: Mode[] = ['test', 'live'];

/** Longer than any request or worker that had begun before the organization was deleted can last. */
const GRACE_MS = 20 * 60 * 1000;
/** Enough to finish the rows in hand and to ask for another run. */
const RESERVE_MS = 20_000;

/**
 * Erases what is left of an organization, from the beginning each time: what an earlier run erased is
 * simply not found, so it may die anywhere. Requests that were under way when the organization was
 * deleted may still have written, hence the job stays open until a run after the grace finds nothing.
 */
export async function eraseOrganization(
  context: WorkerContext,
  organizationId: string,
): Promise<'more' | 'waiting' | 'done'> {
  const job = await findJob(context.store, organizationId);
  if (!job) return 'done';

  let erasedRows = 0;
  for await (const { table, keys } of erasableRows(context.store, job)) {
    await context.store.deleteMany(table, keys);
    erasedRows += keys.length;
    if (context.remainingMs() < RESERVE_MS) return 'more';
  }

  const isOver = context.now.getTime() - Date.parse(job.requestedAt) >= GRACE_MS;
  if (!isOver || erasedRows > 0) return 'waiting';
  await context.store.transact([closeJob(job)], context.newId());
  return 'done';
}

async function* erasableRows(store: Store, { organizationId }: ErasureJob) {
  // Credentials first, so that nobody can add to what is being erased.
  yield* erasablePartitions(store, 'identity', partitionsOf(apiKeysOf(organizationId)));
  for (const mode of MODES)
    for (const erasable of MODULES) yield* erasable(store, { organizationId, mode });
}
