import { unavailable } from '#shared/platform/problem.ts';
import type { WorkerContext } from '#shared/worker.ts';
import type { ListKey } from '../lists/list.ts';
import { readListState, replaceListState } from '../repository/list-states.ts';

const ATTEMPTS = 5;

/** Has an operator look at a list. What is searched stays what it is. */
export async function raiseAttention(
  { store }: WorkerContext,
  key: ListKey,
  reason: string,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const state = await readListState(store, key);
    const attentionReasons = [...new Set([...state.attentionReasons, reason])];
    if (await store.writeOne(replaceListState(key, state, { ...state, attentionReasons }))) return;
  }
  throw unavailable('Too many others are changing the list.');
}
