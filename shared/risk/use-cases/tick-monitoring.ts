import { addSeconds } from '#shared/platform/clock.ts';
import { type DueLine, listDue, postponeRow } from '#shared/platform/store/due.ts';
import type { Item } from '#shared/platform/store/store.ts';
import type { WorkerContext } from '#shared/worker.ts';
import { CHECK_LEASE_SECONDS, MONITORED_PER_TICK, MONITORED_SUBJECTS_PER_TICK } from '../limits.ts';
import { Monitored } from '../repository/monitoring.ts';
import { checkMonitored } from './check-monitored.ts';
import { DueHead, tellOfEvidence } from './refresh-monitored.ts';

/** Evidence of watched subjects that no stream told of: their subscriptions are made due. */
export async function tellOfDueEvidence(context: WorkerContext): Promise<void> {
  const rows = await listReady(context, 'evidence', MONITORED_SUBJECTS_PER_TICK);
  const outcomes = await eachOf(context, rows, (row) =>
    tellOfEvidence(context, DueHead.parse(row)),
  );
  throwFailures(outcomes);
}

/**
 * The subscriptions that have been due longest, ten of them. Where other workers were quicker, it looks
 * for as many again, so that each of them has its ten.
 */
export async function checkDue(context: WorkerContext): Promise<void> {
  const outcomes: Outcome<boolean>[] = [];
  const seen = new Set<string>();
  for (let left = MONITORED_PER_TICK; left > 0; ) {
    const listed = await listReady(context, 'monitoring', MONITORED_PER_TICK);
    const rows = listed.filter((row) => !seen.has(nameOf(row))).slice(0, left);
    if (rows.length === 0) break;
    for (const row of rows) seen.add(nameOf(row));
    const checked = await eachOf(context, rows, (row) =>
      checkMonitored(context, Monitored.parse(row)),
    );
    outcomes.push(...checked);
    left -= checked.filter(({ result }) => result !== false).length;
  }
  throwFailures(outcomes);
}

interface Outcome<Result> {
  result?: Result;
  failure?: unknown;
}

const nameOf = ({ pk, sk }: Item) => `${pk}\n${sk}`;

/** The index lags behind: a row may be in other hands, or have been seen to a moment ago. */
async function listReady({ store, now }: WorkerContext, line: DueLine, limit: number) {
  const rows = await listDue(store, 'risk', { now, limit, line });
  return rows.filter(({ dueAt }) => typeof dueAt === 'string' && dueAt <= now.toISOString());
}

/** All of them side by side. One that fails is put off, so that it is not at the head of every tick. */
const eachOf = <Result>(
  { store, now }: WorkerContext,
  rows: readonly Item[],
  work: (row: Item) => Promise<Result>,
): Promise<Outcome<Result>[]> =>
  Promise.all(
    rows.map(async (row) => {
      try {
        return { result: await work(row) };
      } catch (failure) {
        const until = addSeconds(now, CHECK_LEASE_SECONDS);
        // If that fails as well, the first failure is the one to tell.
        await store.writeOne(postponeRow('risk', row, until)).catch(() => false);
        return { failure };
      }
    }),
  );

function throwFailures(outcomes: readonly Outcome<unknown>[]): void {
  const failures = outcomes.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
  if (failures.length > 0) throw new AggregateError(failures);
}
