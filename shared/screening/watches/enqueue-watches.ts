import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { measureOldestDue } from '#shared/platform/log.ts';
import { sendMessages } from '#shared/platform/queue.ts';
import { isStillDue, postponeRow, readDue } from '#shared/platform/store/due.ts';
import { readListStates } from '../repository/list-states.ts';
import { everyWatchScope, findSweep, storeSweep, watchScopeIn } from '../repository/watch-scopes.ts';
import { watchMessage } from './watch-message.ts';

const ROWS = 100;
/** A turn waits in a long queue, or its message was lost: it is enqueued again after this time. */
const POSTPONED_SECONDS = 300;

/**
 * Every minute: enqueues a turn for every organization when a list has another active version, and for those whose watches
 * are due. Messages of one organization do not delay those of others.
 */
export async function enqueueWatches(context: WorkerContext): Promise<void> {
  await sweep(context);
  const { store, now } = context;
  const { rows, oldestSeconds } = await readDue(store, 'screening', { now, limit: ROWS, line: 'watches' });
  measureOldestDue('watches', oldestSeconds);
  const until = addSeconds(now, POSTPONED_SECONDS);
  for (const row of rows) {
    if (!isStillDue(row, now) || !(await store.writeOne(postponeRow('screening', row, until)))) continue;
    await sendMessages('watchTurns', [watchMessage(watchScopeIn(row))]);
  }
}

/** The versions are stored last: a sweep that was cut short is repeated. A turn that finds nothing changed costs little. */
async function sweep({ store }: WorkerContext): Promise<void> {
  const states = await readListStates(store);
  const versions = [...states].map(([key, { active }]) => `${key}:${active?.versionId ?? ''}`).join(' ');
  if ((await findSweep(store)) === versions) return;
  for await (const scopes of everyWatchScope(store)) await sendMessages('watchTurns', scopes.map(watchMessage));
  await store.writeOne(storeSweep(versions));
}
