import { CrawlTurn } from '#shared/screening/use-cases/advance-crawl.ts';
import { crawlChunk } from '#shared/screening/use-cases/crawl-chunk.ts';
import { queueWorker } from '#shared/worker.ts';

/** Queue worker: one turn of the crawl that builds the PEP list. */
export const handler = queueWorker('crawlChunk', CrawlTurn, (context, turn) =>
  crawlChunk(context, turn),
);
