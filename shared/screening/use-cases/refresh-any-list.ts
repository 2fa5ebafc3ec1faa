import { unavailable } from '@assay/foundation';
import type { WorkerContext } from '#shared/platform/context.ts';
import { type Crawl, closed, consumed } from '../crawl/crawl.ts';
import { CRAWLED_LIST, crawledFrom } from '../lists/list-files.ts';
import { removeCrawl } from '../repository/crawl-objects.ts';
import { replaceCrawl } from '../repository/crawls.ts';
import { ensureCrawl } from './ensure-crawl.ts';
import type { FetchOptions, RefreshRequest } from './fetch-publication.ts';
import { refreshList } from './refresh-list.ts';

/** Downloads and reads a list; a crawled list is read when its crawl has gathered everything. */
export async function refreshAnyList(
  context: WorkerContext,
  request: RefreshRequest,
  options: FetchOptions = {},
): Promise<void> {
  if (request.upload || !crawledFrom(request.key)) {
    const isTaken = await refreshList(context, request, options);
    // The schedule repeats a download, but an upload is repeated only by its message.
    if (request.upload && !isTaken) throw unavailable('The list has changed meanwhile.');
    return;
  }
  const crawl = await ensureCrawl(context, request);
  if (!crawl) return;
  if (crawl.status === 'read') return cleanUpCrawl(context, crawl);
  // If the list was changed concurrently, the tick enqueues it again.
  const isTaken = await refreshList(context, { key: CRAWLED_LIST, requested: crawl.requested }, { ...options, crawl });
  if (isTaken) await closeCrawl(context, crawl);
}

/**
 * Marks the crawl as read before its objects are removed, so that no worker needs them any more.
 */
async function closeCrawl(context: WorkerContext, crawl: Crawl): Promise<void> {
  const read = consumed(crawl, context.now.toISOString());
  if (!(await context.store.writeOne(replaceCrawl(crawl, read)))) return;
  await cleanUpCrawl(context, { ...read, revision: crawl.revision + 1 });
}

async function cleanUpCrawl({ store, now }: WorkerContext, crawl: Crawl): Promise<void> {
  await removeCrawl(crawl);
  await store.writeOne(replaceCrawl(crawl, closed(crawl, now.toISOString())));
}
