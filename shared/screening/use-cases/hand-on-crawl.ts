import * as z from 'zod';
import { sendMessages } from '#shared/platform/queue.ts';
import type { WorkerContext } from '#shared/worker.ts';
import type { Crawl } from '../crawl/crawl.ts';
import { LONGEST_DELAY_SECONDS } from '../crawl/limits.ts';
import { CRAWLED_LIST } from '../lists/list-files.ts';
import { replaceCrawl } from '../repository/crawls.ts';

/** Asks for one turn of a crawl: one question, or the plan of the next stage. */
export const CrawlTurn = z.object({ crawlId: z.uuid(), turn: z.number() });
export type CrawlTurn = z.infer<typeof CrawlTurn>;

/**
 * Moves the crawl, and only then tells whoever is next. Of two who want to move it one succeeds; a message
 * that is lost leaves the crawl standing still, which the clock notices.
 */
export async function handOnCrawl(
  { store }: Pick<WorkerContext, 'store'>,
  before: Crawl | undefined,
  after: Crawl,
): Promise<void> {
  if (!(await store.writeOne(replaceCrawl(before, after)))) return;
  const { crawlId, turn, status } = after;
  if (status === 'gathered')
    await sendMessages('listRefreshes', [{ body: { key: CRAWLED_LIST, crawlId } }]);
  if (status === 'running')
    await sendMessages('pepCrawls', [
      { body: { crawlId, turn }, delaySeconds: delaySecondsOf(after) },
    ]);
}

function delaySecondsOf({ movedAt, notBefore }: Crawl): number {
  const seconds = Math.ceil((Date.parse(notBefore) - Date.parse(movedAt)) / 1000);
  return Math.min(Math.max(seconds, 0), LONGEST_DELAY_SECONDS);
}
