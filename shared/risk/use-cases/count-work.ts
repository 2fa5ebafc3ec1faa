import { readCurrentSettings } from '#shared/organization/settings/index.ts';
import type { Scope } from '#shared/platform/caller.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { WRITES_PER_TRANSACTION } from '#shared/platform/store/commit.ts';
import { TransactionRefused, type Write } from '#shared/platform/store/store.ts';
import { findWork, workOfScope } from '../repository/work.ts';
import {
  addCounts,
  countedRead,
  counterShardOf,
  putCounted,
  type StoredCount,
  storedCountIn,
} from '../repository/work-counters.ts';
import type { Deadlines } from '../work.ts';
import { addTo, type CountedWork, countedOf, differences, type Increments } from '../work-counts.ts';

/** Subjects of one transaction: each has a row, and adds to at most 15 rows of counters that the others share in part. */
const SUBJECTS_AT_ONCE = 5;
const ATTEMPTS = 10;

/**
 * Brings the counters up to date with the work of some subjects. It compares the work with what was counted of it, so
 * it may run any number of times, late, and for subjects that have not changed.
 */
export async function countWork(context: WorkerContext, scope: Scope, subjectIds: Iterable<string>): Promise<void> {
  const { deadlines } = await readCurrentSettings(context.store, scope.organizationId);
  const byShard = Map.groupBy(new Set(subjectIds), counterShardOf);
  await Promise.all(
    [...byShard].map(async ([shard, ids]) => {
      for (let start = 0; start < ids.length; start += SUBJECTS_AT_ONCE)
        await countOfShard(context, { scope, shard, deadlines }, ids.slice(start, start + SUBJECTS_AT_ONCE));
    }),
  );
}

/** All subjects on the worklist: after a change of the deadlines, which are no part of a subject's work. */
export async function countAllWork(context: WorkerContext, scope: Scope): Promise<void> {
  for await (const subjectIds of workOfScope(context.store, scope)) await countWork(context, scope, subjectIds);
}

interface Shard {
  scope: Scope;
  shard: number;
  deadlines: Deadlines;
}

async function countOfShard(context: WorkerContext, of: Shard, subjectIds: string[]): Promise<void> {
  const { store, newId } = context;
  const { scope, shard } = of;
  for (let attempt = 1; ; attempt += 1) {
    const changes = await findChanges(store, of, subjectIds);
    if (changes.length === 0) return;
    const rows: Write[] = changes.map((change) => putCounted(scope, change.subjectId, change));
    const writes = [...rows, ...addCounts(scope, shard, sumOfChanges(changes))];
    // One subject with requests to twenty people has less than 70 rows.
    if (writes.length > WRITES_PER_TRANSACTION) {
      for (const { subjectId } of changes) await countOfShard(context, of, [subjectId]);
      return;
    }
    try {
      return await store.transact(writes, newId());
    } catch (error) {
      // Another worker has counted one of them, or writes the same counters: what is left to count is read again.
      if (!(error instanceof TransactionRefused) || attempt === ATTEMPTS) throw error;
    }
  }
}

interface CountChange {
  subjectId: string;
  before: StoredCount | undefined;
  after: CountedWork;
}

async function findChanges(
  store: WorkerContext['store'],
  { scope, deadlines }: Shard,
  subjectIds: readonly string[],
): Promise<CountChange[]> {
  // The work is read first: a count that is newer than it was made by another worker, which has seen more.
  const works = await findWork(store, scope, subjectIds);
  const rows = await store.getMany(subjectIds.map((id) => countedRead(scope, id)));
  return subjectIds.flatMap((subjectId, index) => {
    const [work, row] = [works[index], rows[index]];
    if (!work) return [];
    const before = row && storedCountIn(row);
    const after = countedOf(work, deadlines);
    if (before && before.counted.revision > after.revision) return [];
    // A new revision is stored also if it changes no counter, so that no slower worker counts an older one.
    const isCounted = before?.counted.revision === after.revision && differences(before.counted, after).size === 0;
    return isCounted ? [] : [{ subjectId, before, after }];
  });
}

function sumOfChanges(changes: readonly CountChange[]): Increments {
  const sum: Increments = new Map();
  for (const { before, after } of changes)
    for (const [row, counters] of differences(before?.counted, after))
      for (const [counter, by] of Object.entries(counters)) addTo(sum, row, counter, by);
  return sum;
}
