import { crawlChunk } from '#shared/screening/use-cases/crawl-chunk.ts';
import { CrawlTurn } from '#shared/screening/use-cases/hand-on-crawl.ts';
import { queueWorker } from '#shared/worker.ts';

/** From the queue: one question to the knowledge base the list of exposed persons is made of. */
export const handler = queueWorker('crawlChunk', CrawlTurn, (context, turn) =>
  crawlChunk(context, turn),
);
