import * as z from 'zod';
import type { WorkerContext } from '#shared/platform/context.ts';
import { sendMessages } from '#shared/platform/queue.ts';
import type { Crawl } from '../crawl/crawl.ts';
import { LONGEST_DELAY_SECONDS } from '../crawl/limits.ts';
import { CRAWLED_LIST } from '../lists/list-files.ts';
import { replaceCrawl } from '../repository/crawls.ts';

/** The queue message for one turn of a crawl: one query, or the plan of the next stage. */
export const CrawlTurn = z.object({ crawlId: z.uuid(), turn: z.number() });
export type CrawlTurn = z.infer<typeof CrawlTurn>;

/**
 * Writes the new state of the crawl, then sends the message for its next turn. Of two concurrent
 * writers one succeeds. If the message is lost, the crawl stalls, which the tick detects.
 */
export async function advanceCrawl(
  { store }: Pick<WorkerContext, 'store'>,
  before: Crawl | undefined,
  after: Crawl,
): Promise<void> {
  if (!(await store.writeOne(replaceCrawl(before, after)))) return;
  const { crawlId, turn, status } = after;
  if (status === 'gathered') await sendMessages('listRefreshes', [{ body: { key: CRAWLED_LIST, crawlId } }]);
  if (status === 'running')
    await sendMessages('pepCrawls', [{ body: { crawlId, turn }, delaySeconds: delaySecondsOf(after) }]);
}

function delaySecondsOf({ movedAt, notBefore }: Crawl): number {
  const seconds = Math.ceil((Date.parse(notBefore) - Date.parse(movedAt)) / 1000);
  return Math.min(Math.max(seconds, 0), LONGEST_DELAY_SECONDS);
}
