import { CrawlTurn, crawlChunk } from '#shared/screening/index.ts';
import { queueWorker } from '#shared/worker.ts';

/** Queue worker: one turn of the crawl that builds the PEP list. */
export const handler = queueWorker('crawlChunk', CrawlTurn, (context, turn) => crawlChunk(context, turn));
