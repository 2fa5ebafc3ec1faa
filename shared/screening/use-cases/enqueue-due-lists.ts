import type { WorkerContext } from '#shared/platform/context.ts';
import { measure } from '#shared/platform/log.ts';
import { sendMessages } from '#shared/platform/queue.ts';
import { needsRefresh } from '../crawl/crawl-needs.ts';
import { membersToJoin } from '../lists/joint-index.ts';
import { type ListKey, lists } from '../lists/list.ts';
import { crawledFrom, hasAddress } from '../lists/list-files.ts';
import { hasTheseDetails, isOfThisBuilder, type ListState } from '../lists/list-state.ts';
import { isInTrouble } from '../lists/list-trouble.ts';
import { findCrawl } from '../repository/crawls.ts';
import { readListsToSearch } from '../repository/list-states.ts';
import { outdatedOwnLists } from '../repository/own-lists.ts';
import { removeDeletedLists } from './delete-own-list.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Ticks are slightly irregular. */
const SLACK_MS = 10 * 60 * 1000;

/**
 * Enqueues the refresh of due lists. A list that could not be fetched or reindexed stays due and is
 * enqueued with every tick, as is the joint index, which an approval may have left outdated. Also
 * reports how many lists need an operator, since the causes do not fail here.
 */
export async function enqueueDueLists(context: WorkerContext): Promise<void> {
  const { store, now } = context;
  const [toSearch, crawl, outdatedOwn] = await Promise.all([
    readListsToSearch(store),
    findCrawl(store),
    outdatedOwnLists(store),
  ]);
  const { states } = toSearch;
  const troubled = [...states].filter(([key, state]) => isInTrouble(key, state, now));
  measure('ListsInTrouble', troubled.length);
  const needsCrawler = (key: ListKey, isListDue: boolean) =>
    needsRefresh(crawl, { isListDue, everySeconds: everyMs(key) / 1000, now });
  const due = [...states].filter(([key, state]) => {
    const isListDue = hasAddress(key) && isDue(key, state, now);
    return crawledFrom(key) ? needsCrawler(key, isListDue) : isListDue;
  });
  const outdated = [...states].filter(([, { active }]) => active && !isOfThisBuilder(active));
  await sendMessages('listRefreshes', [
    ...[...outdated.map(([key]) => key), ...outdatedOwn].map((key) => ({ body: { key, reindex: true } })),
    ...due.map(([key]) => ({ body: { key } })),
    ...(membersToJoin(toSearch) ? [{ body: { join: true } }] : []),
  ]);
  await removeDeletedLists(context);
}

function isDue(key: ListKey, { active, confirmedAt }: ListState, now: Date): boolean {
  // Facts that an earlier release did not read are in the publisher's files alone.
  if (confirmedAt === null || (active && !hasTheseDetails(active))) return true;
  return now.getTime() >= Date.parse(confirmedAt) + everyMs(key);
}

const everyMs = (key: ListKey) => lists[key].refresh.everyHours * HOUR_MS - SLACK_MS;
