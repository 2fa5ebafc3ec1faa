import { IndexBuilder } from '@assay/watchlist';
import type { WorkerContext } from '#shared/platform/context.ts';
import { sendMessages } from '#shared/platform/queue.ts';
import { JOINT, type JointIndex, type Member, membersToJoin, replaceJoint } from '../lists/joint-index.ts';
import { nameTables } from '../name-tables.ts';
import { readIndex } from '../repository/list-indexes.ts';
import { readListsToSearch, replaceJointState } from '../repository/list-states.ts';
import { putVersion } from './put-version.ts';

/**
 * Lists are often refreshed together: after a minute the others are ready too, and all are joined
 * once.
 */
const JOINED_AFTER_SECONDS = 60;

/** Called after every change of a list. */
export async function askToJoin({ store }: WorkerContext): Promise<void> {
  if (!membersToJoin(await readListsToSearch(store))) return;
  const message = { body: { join: true }, delaySeconds: JOINED_AFTER_SECONDS };
  await sendMessages('listRefreshes', [message]);
}

/**
 * Builds the joint index of all sanctions lists if it is missing or outdated. Idempotent; a list
 * that changes meanwhile is joined by the next call, and searched by its own index until then.
 */
export async function joinLists(context: WorkerContext): Promise<void> {
  const { store, newId } = context;
  const toSearch = await readListsToSearch(store);
  const members = membersToJoin(toSearch);
  if (!members) return;
  const builder = new IndexBuilder(nameTables);
  const joined = await addAll(builder, members);
  if (!joined) return;
  const { joint } = toSearch;
  const version = { versionId: newId(), members: joined };
  const { state, dropped } = replaceJoint(joint, version);
  const writes = [replaceJointState(joint, state)];
  await putVersion(context, JOINT, { version, index: builder.finish(), writes, dropped });
}

/** Undefined if the objects of a version are gone: a newer version has replaced it. */
async function addAll(builder: IndexBuilder, members: readonly Member[]): Promise<JointIndex['members'] | undefined> {
  const joined: JointIndex['members'] = [];
  let from = 0;
  for (const { key, versionId } of members) {
    const index = await readIndex(key, versionId);
    if (!index) return undefined;
    for await (const entry of index.everyEntry()) await builder.addWithTables(entry);
    const to = from + index.meta.entryCount;
    joined.push({ key, versionId, stretch: { from, to } });
    from = to;
  }
  return joined;
}
