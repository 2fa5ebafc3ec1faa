import { mapConcurrently } from '@assay/foundation/concurrency';
import type * as z from 'zod';
import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { type DueLineName, measureOldestDue } from '#shared/platform/log.ts';
import { sendMessages } from '#shared/platform/queue.ts';
import { type DueLine, isStillDue, postponeRow, readDue } from '#shared/platform/store/due.ts';
import type { Item } from '#shared/platform/store/store.ts';
import type { TableName } from '#shared/tables.ts';
import { CALLS_AT_ONCE } from '../calls-at-once.ts';
import { DISPATCH_ROWS, LEASE_SECONDS } from '../limits.ts';
import { DueDelivery, DueRecovery, enqueueDeliveries } from '../messages.ts';
import { dispatchRows } from './dispatch-rows.ts';

/** Enough for one more batch. */
const RESERVE_MS = 20_000;

/**
 * The fallback of streams and queues, every five seconds: dispatches events that were not dispatched, and
 * enqueues deliveries and recoveries whose message was lost, a hundred at a time until none is left. A
 * failure does not delay the rest and is thrown at the end.
 */
export async function dispatchDue(context: WorkerContext): Promise<void> {
  const outcomes = await Promise.allSettled([
    inBatches(context, { table: 'journal', line: 'outbox' }, (rows) => dispatchRows(context, rows)),
    inBatches(context, { table: 'webhooks', line: 'deliveries' }, (rows) => enqueueAgain(context, rows)),
  ]);
  const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures);
}

async function inBatches(
  context: WorkerContext,
  { table, line }: { table: TableName; line: DueLine & DueLineName },
  work: (rows: Item[]) => Promise<void>,
): Promise<void> {
  const { store, now } = context;
  const seen = new Set<string>();
  for (let isFirst = true; ; isFirst = false) {
    const wanted = { now, limit: DISPATCH_ROWS, line };
    const { rows: listed, oldestSeconds } = await readDue(store, table, wanted);
    if (isFirst) measureOldestDue(line, oldestSeconds);
    const rows = listed.filter((row) => isStillDue(row, now) && !seen.has(`${row.pk}\n${row.sk}`));
    if (rows.length === 0) return;
    for (const { pk, sk } of rows) seen.add(`${pk}\n${sk}`);
    await work(rows);
    if (context.remainingMs() < RESERVE_MS) return;
  }
}

/**
 * Postpones the rows, so that other ticks skip them for a while; if the message is lost again, a later tick
 * finds them.
 */
async function enqueueAgain({ store, now }: WorkerContext, rows: readonly Item[]): Promise<void> {
  const postponed = await mapConcurrently(rows, CALLS_AT_ONCE, async (row) => {
    const isOurs = await store.writeOne(postponeRow('webhooks', row, laterFor(row, now)));
    return isOurs ? [row] : [];
  });
  const { recoveries = [], deliveries = [] } = Object.groupBy(postponed.flat(), ({ kind }) =>
    kind === 'recovery' ? 'recoveries' : 'deliveries',
  );
  const lost = deliveries.map((row) => DueDelivery.safeParse({ ...row, deliveryId: row.id }));
  const wishes = recoveries.map((row) => DueRecovery.safeParse(row));
  await enqueueDeliveries('deliveries', parsed(lost));
  await sendMessages(
    'recoveries',
    parsed(wishes).map((body) => ({ body })),
  );
  const failed = [...lost, ...wishes].find(({ success }) => !success);
  if (failed) throw failed.error;
}

const parsed = <T>(results: z.ZodSafeParseResult<T>[]): T[] =>
  results.flatMap(({ success, data }) => (success ? [data] : []));

/**
 * Exponential backoff from one minute: a delivery may still be due because its message waits in a long
 * queue, which further messages would only lengthen.
 */
function laterFor({ nextAttemptAt }: Item, now: Date): Date {
  const waitedMs = typeof nextAttemptAt === 'string' ? now.getTime() - Date.parse(nextAttemptAt) : 0;
  return addSeconds(now, Math.max(LEASE_SECONDS, waitedMs / 1000));
}
