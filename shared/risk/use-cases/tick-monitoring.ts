import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { measureOldestDue } from '#shared/platform/log.ts';
import { sendMessages } from '#shared/platform/queue.ts';
import { isStillDue, listDue, postponeRow, readDue } from '#shared/platform/store/due.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { CHECK_LEASE_SECONDS, MONITORED_PER_TICK, MONITORED_SUBJECTS_PER_TICK } from '../limits.ts';
import { MonitoredPolicy } from '../repository/monitoring.ts';
import { checkMonitored } from './check-monitored.ts';
import { DueSubject, makeMonitoredDue } from './refresh-monitored.ts';

/** Makes monitored policies due for new evidence that the stream did not deliver. */
export async function recoverMissedEvidence(context: WorkerContext): Promise<void> {
  const { store, now } = context;
  const wanted = { now, limit: MONITORED_SUBJECTS_PER_TICK, line: 'evidence' as const };
  const { rows, oldestSeconds } = await readDue(store, 'risk', wanted);
  measureOldestDue('evidence', oldestSeconds);
  const outcomes = await eachOf(
    context,
    rows.filter((row) => isStillDue(row, now)),
    (row) => makeMonitoredDue(context, DueSubject.parse(row)),
  );
  throwFailures(outcomes);
}

/**
 * Checks the ten monitored policies that have been due longest. If more are due, every shard with
 * due rows gets its own worker, which also checks ten: throughput grows with the backlog, up to ten
 * per tick and worker.
 */
export async function checkDueMonitoring(context: WorkerContext): Promise<void> {
  const { store, now } = context;
  const wanted = { now, limit: MONITORED_PER_TICK, line: 'monitoring' as const };
  const { rows, oldestSeconds, crowdedShards } = await readDue(store, 'risk', wanted);
  measureOldestDue('monitoring', oldestSeconds);
  const more = crowdedShards.map((shard) => ({ body: { shard } }));
  // Sent before checking, so that the other workers start at the same time.
  await sendMessages('riskTicks', more);
  await checkOldestDue(context, { first: rows });
}

/**
 * Checks ten due policies of all shards or of one. If other workers have leased some of them, it
 * lists again, so that each worker checks ten.
 */
export async function checkOldestDue(
  context: WorkerContext,
  { shard, first }: { shard?: number; first?: Item[] } = {},
): Promise<void> {
  const outcomes: RowResult<boolean>[] = [];
  const seen = new Set<string>();
  let listed = first ?? (await listMonitoring(context, shard));
  for (let left = MONITORED_PER_TICK; ; listed = await listMonitoring(context, shard)) {
    const ready = listed.filter((row) => isStillDue(row, context.now));
    const rows = ready.filter((row) => !seen.has(nameOf(row))).slice(0, left);
    if (rows.length === 0) break;
    for (const row of rows) seen.add(nameOf(row));
    const checked = await eachOf(context, rows, (row) => checkMonitored(context, MonitoredPolicy.parse(row)));
    outcomes.push(...checked);
    left -= checked.filter(({ result }) => result !== false).length;
    if (left <= 0) break;
  }
  throwFailures(outcomes);
}

interface RowResult<Result> {
  result?: Result;
  failure?: unknown;
}

const nameOf = ({ pk, sk }: Item) => `${pk}\n${sk}`;

const listMonitoring = ({ store, now }: WorkerContext, shard: number | undefined) =>
  listDue(store, 'risk', { now, limit: MONITORED_PER_TICK, line: 'monitoring', ...(shard !== undefined && { shard }) });

/**
 * Processes rows concurrently. A row that fails is postponed, so that it does not block every tick.
 */
const eachOf = <Result>(
  { store, now }: WorkerContext,
  rows: readonly Item[],
  work: (row: Item) => Promise<Result>,
): Promise<RowResult<Result>[]> =>
  Promise.all(
    rows.map(async (row) => {
      try {
        return { result: await work(row) };
      } catch (failure) {
        const until = addSeconds(now, CHECK_LEASE_SECONDS);
        // If postponing fails as well, the first error is reported.
        await store.writeOne(postponeRow('risk', row, until)).catch(() => false);
        return { failure };
      }
    }),
  );

function throwFailures(outcomes: readonly RowResult<unknown>[]): void {
  const failures = outcomes.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
  if (failures.length > 0) throw new AggregateError(failures);
}
