import { conflict, refused } from '@assay/foundation';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { madeAt } from '#shared/platform/ids.ts';
import { startJob } from '#shared/platform/jobs/start-job.ts';
import { sendMessages } from '#shared/platform/queue.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { LOOK_BACK_ROWS, LOOK_BACK_VERSIONS } from '../limits.ts';
import { isOwn, type ListKey, listIdOf } from '../lists/list-id.ts';
import { walkListEvents } from '../repository/list-history.ts';
import { openLookBack } from '../repository/watch-look-backs.ts';
import { findWatchScope } from '../repository/watch-scopes.ts';
import { unknownLists } from '../unknown-lists.ts';
import { openBatch } from '../uploaded/open-batch.ts';
import { watchMessage } from '../watches/watch-message.ts';
import { type LookBack, type NewLookBack, presentLookBack, type SearchedVersion } from './look-back.ts';
import { isSwitch, type Switch, searchedVersions } from './searched-versions.ts';

/** Starts the job that compares the rows of a batch with earlier versions of a list. */
export async function startLookBack(context: Context, asked: NewLookBack): Promise<Change<LookBack>> {
  const { batchId, source } = asked;
  if (batchId === undefined) return startWatchLookBack(context, asked);
  const { upload } = await openBatch(context, batchId);
  if (!upload.ended) throw conflict('batch_running', 'The batch has not ended. Cancel it, or wait until it ends.');
  if (upload.ended.done > LOOK_BACK_ROWS)
    throw refused(
      'too_many_rows',
      `The batch has ${upload.ended.done} rows; a look-back compares up to ${LOOK_BACK_ROWS}.`,
    );
  const versions = await requestedVersions(context, asked);
  const { job, change } = await startJob(context, {
    id: context.newId(),
    kind: 'screening_look_back',
    input: { batchId, source, reviewScore: upload.reviewScore, versions },
  });
  return { ...change, result: presentLookBack(job, context.now) };
}

/** The worker of the watches finds it by a row of its own, since it alone can decrypt them. */
async function startWatchLookBack(context: Context, asked: NewLookBack): Promise<Change<LookBack>> {
  const { store, caller, now } = context;
  const scope = await findWatchScope(store, caller);
  const watches = scope?.state.count ?? 0;
  if (watches === 0) throw conflict('no_watches', 'There is no watch in this mode that has been screened.');
  if (watches > LOOK_BACK_ROWS)
    throw refused('too_many_rows', `There are ${watches} watches; a look-back compares up to ${LOOK_BACK_ROWS}.`);
  const versions = await requestedVersions(context, asked);
  const { job, change } = await startJob(context, {
    id: context.newId(),
    kind: 'screening_look_back',
    input: { batchId: null, watches, source: asked.source, reviewScore: null, versions },
  });
  return {
    ...change,
    writes: [...change.writes, openLookBack(caller, job.id, now)],
    hints: [() => sendMessages('watchTurns', [watchMessage(caller)])],
    result: presentLookBack(job, now),
  };
}

function requestedVersions(context: Context, asked: NewLookBack): Promise<SearchedVersion[]> {
  const list = archivedList(context, asked.source);
  return asked.versionIds ? namedVersions(context, list, asked.versionIds) : versionsIn(context, list, asked);
}

function archivedList({ caller }: Context, source: string): ListKey {
  const list = listIdOf(caller, source);
  if (!list) throw unknownLists([source], [source]);
  if (isOwn(list))
    throw refused(
      'own_list_not_archived',
      'Earlier versions of own lists are not archived: what an organization deletes is kept nowhere.',
    );
  return list;
}

/** In the order in which they were searched, however they were named. */
async function namedVersions(
  { store }: Context,
  list: ListKey,
  versionIds: readonly string[],
): Promise<SearchedVersion[]> {
  const wanted = new Set(versionIds);
  const found: Switch[] = [];
  // A version is never searched before its id is made.
  const from = new Date(Math.min(...versionIds.map((id) => madeAt(id).getTime())));
  for await (const event of walkListEvents(store, list, { from })) {
    if (isSwitch(event) && wanted.delete(event.versionId)) found.push(event);
    if (wanted.size === 0) return searchedVersions(found);
  }
  const errors = versionIds.flatMap((id, index) =>
    wanted.has(id) ? [{ path: `versionIds.${index}`, message: 'is no version that the list was searched in' }] : [],
  );
  throw refused('unknown_version', 'The list was never searched in one of the versions. See `errors`.', errors);
}

/** Those that were searched at a time of the range, also the one that was active at its beginning. */
async function versionsIn({ store, now }: Context, list: ListKey, asked: NewLookBack): Promise<SearchedVersion[]> {
  const [from, to] = [new Date(asked.from ?? now), new Date(asked.to ?? now)];
  if (from >= to) throw refused('empty_range', '`from` is not before `to`.');
  const within: Switch[] = [];
  for await (const event of walkListEvents(store, list, { from, to })) {
    if (isSwitch(event)) within.push(event);
    if (searchedVersions(within).length > LOOK_BACK_VERSIONS) throw tooManyVersions();
  }
  const before = await activeBefore(store, list, from);
  const isReplaced = within[0] !== undefined && Date.parse(within[0].occurredAt) === from.getTime();
  const versions = searchedVersions(before && !isReplaced ? [before, ...within] : within);
  if (versions.length === 0)
    throw refused('no_versions', `No version of \`${asked.source}\` was searched at that time.`);
  if (versions.length > LOOK_BACK_VERSIONS) throw tooManyVersions();
  return versions;
}

async function activeBefore(store: Store, list: ListKey, time: Date): Promise<Switch | undefined> {
  for await (const event of walkListEvents(store, list, { to: time, newestFirst: true }))
    if (isSwitch(event)) return event;
  return undefined;
}

const tooManyVersions = () =>
  refused(
    'too_many_versions',
    `More than ${LOOK_BACK_VERSIONS} versions were searched at that time. Ask for a shorter time.`,
  );
