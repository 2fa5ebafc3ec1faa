import type { WorkerContext } from '#shared/platform/context.ts';
import { type Crawl, newCrawl, resumed } from '../crawl/crawl.ts';
import { isFinished, isStalled, isTooOld } from '../crawl/crawl-needs.ts';
import { STAGES } from '../crawl/stage-names.ts';
import { chunksFor } from '../crawl/stages.ts';
import { ROOTS } from '../crawl/wikidata-roots.ts';
import { removeCrawl } from '../repository/crawl-objects.ts';
import { findCrawl } from '../repository/crawls.ts';
import { advanceCrawl } from './advance-crawl.ts';
import type { RefreshRequest } from './fetch-publication.ts';
import { operatorMark } from './list-operators.ts';

/**
 * Starts a crawl or resumes a stopped or stalled one; a running crawl is left alone. Returns the
 * crawl if everything has been gathered, also if a worker died while removing its objects. The
 * message at the end of a crawl names it, so that a duplicate delivery does not start a second
 * crawl.
 */
export async function ensureCrawl(
  context: WorkerContext,
  { crawlId: endedId, requester }: Pick<RefreshRequest, 'crawlId' | 'requester'>,
): Promise<Crawl | undefined> {
  const { store, now } = context;
  const crawl = await findCrawl(store);
  if (crawl?.status === 'gathered' || crawl?.status === 'read') return crawl;
  if (endedId !== undefined && (crawl?.crawlId !== endedId || isFinished(crawl))) return undefined;
  if (!crawl || isFinished(crawl) || isTooOld(crawl, now)) await beginCrawl(context, crawl, requester);
  else if (crawl.status === 'stopped' || isStalled(crawl, now))
    await advanceCrawl(context, crawl, resumed(crawl, now.toISOString()));
  return undefined;
}

async function beginCrawl(
  context: WorkerContext,
  last: Crawl | undefined,
  requester: RefreshRequest['requester'],
): Promise<void> {
  if (last && last.status !== 'over') await removeCrawl(last);
  const chunks = chunksFor(STAGES[0], ROOTS.length);
  const crawl = newCrawl(context.newId(), chunks, context.now.toISOString());
  const requested = requester && {
    requestedBy: requester.principal,
    requestedIn: operatorMark(requester.organizationId),
  };
  await advanceCrawl(context, last, { ...crawl, ...(requested && { requested }) });
}
