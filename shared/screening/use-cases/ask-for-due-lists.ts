import { sendMessages } from '#shared/platform/queue.ts';
import type { WorkerContext } from '#shared/worker.ts';
import { type ListKey, lists } from '../lists/list.ts';
import { hasAddress } from '../lists/list-files.ts';
import type { ListState } from '../lists/list-state.ts';
import { readListStates } from '../repository/list-states.ts';

const HOUR_MS = 60 * 60 * 1000;
/** The tick is never quite on time. */
const SLACK_MS = 10 * 60 * 1000;

/** A list that could not be fetched stays due, and is asked for with every tick. */
export async function askForDueLists({ store, now }: WorkerContext): Promise<void> {
  const states = await readListStates(store);
  const due = [...states].filter(([key, state]) => isDue(key, state, now) && hasAddress(key));
  await sendMessages(
    'listRefreshes',
    due.map(([key]) => ({ body: { key } })),
  );
}

function isDue(key: ListKey, { confirmedAt }: ListState, now: Date): boolean {
  if (confirmedAt === null) return true;
  const dueMs = Date.parse(confirmedAt) + lists[key].refreshHours * HOUR_MS - SLACK_MS;
  return now.getTime() >= dueMs;
}
