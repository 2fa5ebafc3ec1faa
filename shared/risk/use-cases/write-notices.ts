import { mapConcurrently } from '@assay/foundation/concurrency';
import type { Scope } from '#shared/platform/caller.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import type { RecordedEvent } from '#shared/platform/store/history.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { commitIn } from '../commit-row.ts';
import { noticesOf } from '../notice.ts';
import { putNotice } from '../repository/notices.ts';

const WRITES_AT_ONCE = 5;

/** Writes the notices of commits, for users whom they concern. `rows` are rows of the history. */
export async function writeNotices(context: WorkerContext, rows: readonly Item[]): Promise<void> {
  for (const { scope, events } of rows.map(commitIn)) await writeNoticesOf(context, scope, events);
}

/** Those of one commit. A notice that exists stays as it is, so it may run any number of times. */
export async function writeNoticesOf(
  { store, clock }: WorkerContext,
  scope: Scope,
  events: readonly RecordedEvent[],
): Promise<void> {
  await mapConcurrently(noticesOf(events), WRITES_AT_ONCE, (one) => store.writeOne(putNotice(scope, one, clock())));
}
