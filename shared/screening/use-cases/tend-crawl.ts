import type { WorkerContext } from '#shared/worker.ts';
import { type Crawl, newCrawl, takenUp } from '../crawl/crawl.ts';
import { isFinished, isTooOld, standsStill } from '../crawl/crawl-needs.ts';
import { STAGES } from '../crawl/stage-names.ts';
import { chunksFor } from '../crawl/stages.ts';
import { ROOTS } from '../crawl/wikidata-roots.ts';
import { removeCrawl } from '../repository/crawl-objects.ts';
import { findCrawl } from '../repository/crawls.ts';
import { handOnCrawl } from './hand-on-crawl.ts';

/**
 * Sees to it that there is a crawl and that it goes on; one that is under way is left alone. Tells the
 * crawl when it has gathered everything.
 */
export async function tendCrawl(context: WorkerContext): Promise<Crawl | undefined> {
  const { store, now } = context;
  const crawl = await findCrawl(store);
  if (!crawl || isFinished(crawl) || isTooOld(crawl, now)) await beginCrawl(context, crawl);
  else if (crawl.status === 'gathered') return crawl;
  else if (crawl.status === 'stopped' || standsStill(crawl, now))
    await handOnCrawl(context, crawl, takenUp(crawl, now.toISOString()));
  return undefined;
}

async function beginCrawl(context: WorkerContext, last: Crawl | undefined): Promise<void> {
  if (last && last.status !== 'over') await removeCrawl(last);
  const chunks = chunksFor(STAGES[0], ROOTS.length);
  const crawl = newCrawl(context.newId(), chunks, context.now.toISOString());
  await handOnCrawl(context, last, crawl);
}
