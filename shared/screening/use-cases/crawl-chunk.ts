import type { WorkerContext } from '#shared/platform/context.ts';
import { isHeld } from '#shared/platform/store/lease.ts';
import { answered, type Crawl, leased, putOff, split, stopped, waiting } from '../crawl/crawl.ts';
import { isEarly } from '../crawl/crawl-needs.ts';
import { TRIES } from '../crawl/limits.ts';
import { pauseAfter, waitBefore } from '../crawl/pauses.ts';
import { isDivisible, sliceAt } from '../crawl/slice.ts';
import { stages } from '../crawl/stages.ts';
import { CRAWLED_LIST, crawledFrom } from '../lists/list-files.ts';
import { type QuerySparql, querySparql, type SparqlFailure, type SparqlResult } from '../lists/query-sparql.ts';
import { hasAnswer, putAnswer, readChunkItems } from '../repository/crawl-objects.ts';
import { findCrawl, replaceCrawl } from '../repository/crawls.ts';
import { advanceCrawl, type CrawlTurn } from './advance-crawl.ts';
import { planStage } from './plan-stage.ts';
import { raiseAttention } from './raise-attention.ts';

/**
 * Processes one turn of the crawl. Only the holder of the lease sends a query, so there is never
 * more than one at a time. The answer is stored before the crawl advances, so that it is not lost
 * if the worker dies.
 */
export async function crawlChunk(
  context: WorkerContext,
  { crawlId, turn }: CrawlTurn,
  ask: QuerySparql = querySparql(),
): Promise<void> {
  const { store, now } = context;
  const crawl = await findCrawl(store);
  if (crawl?.crawlId !== crawlId || crawl.turn !== turn || crawl.status !== 'running') return;
  // Another worker holds the lease. If it dies, its message is delivered again after the lease.
  if (isHeld(crawl.leaseUntil, now)) return;
  if (isEarly(crawl, now)) return advanceCrawl(context, crawl, waiting(crawl, now.toISOString()));

  const taken = leased(crawl, now.toISOString());
  if (!(await store.writeOne(replaceCrawl(crawl, taken)))) return;
  const held = { ...taken, revision: crawl.revision + 1 };
  if (held.tries >= TRIES) return giveUp(context, held, 'failed', now.toISOString());
  if (held.chunk === null) return planStage(context, held);

  // An expired lease means that a worker died, perhaps after storing the answer.
  const isKept = crawl.leaseUntil !== null && (await hasAnswer(held, held.chunk));
  if (isKept) return advanceCrawl(context, held, answered(held, nowAnd(now, pauseAfter(0))));
  await askChunk(context, held, held.chunk, ask);
}

const nowAnd = (now: Date, pauseSeconds: number) => ({ at: now.toISOString(), pauseSeconds });

async function askChunk(context: WorkerContext, crawl: Crawl, chunk: string, ask: QuerySparql): Promise<void> {
  const endpoint = crawledFrom(CRAWLED_LIST);
  // Removing the service from the configuration stops the crawl.
  if (!endpoint) return advanceCrawl(context, crawl, stopped(crawl, context.now.toISOString()));

  const stage = stages[crawl.stage];
  const slice = sliceAt(await readChunkItems(crawl, chunk), chunk);
  const startedMs = performance.now();
  const answer = await ask(endpoint, stage.ask(slice, crawl.startedAt), context.now);
  const tookMs = performance.now() - startedMs;

  if (answer.outcome === 'answered') await putAnswer(crawl, chunk, stage.read(answer.rows));
  const at = new Date(context.now.getTime() + tookMs).toISOString();
  const pauseSeconds = pauseAfter(tookMs);
  const next = { at, pauseSeconds };
  if (answer.outcome === 'answered') return advanceCrawl(context, crawl, answered(crawl, next));
  if (answer.outcome === 'too_much' && isDivisible(slice, stage.isSearch))
    return advanceCrawl(context, crawl, split(crawl, next));
  await askLater(context, crawl, answer, at);
}

/**
 * Retries with backoff up to a limit; then attention is raised, and the last version stays active.
 */
async function askLater(
  context: WorkerContext,
  crawl: Crawl,
  answer: Exclude<SparqlResult, { outcome: 'answered' }>,
  at: string,
): Promise<void> {
  const { reason, requestedSeconds } =
    answer.outcome === 'later' ? answer : { reason: 'timed_out' as const, requestedSeconds: null };
  if (crawl.tries + 1 < TRIES) {
    const pauseSeconds = waitBefore(crawl.tries, requestedSeconds);
    return advanceCrawl(context, crawl, putOff(crawl, { at, pauseSeconds }));
  }
  await giveUp(context, crawl, reason, at);
}

async function giveUp(
  context: WorkerContext,
  crawl: Crawl,
  reason: SparqlFailure | 'timed_out' | 'failed',
  at: string,
): Promise<void> {
  await raiseAttention(context, CRAWLED_LIST, `crawl_${reason}`);
  await advanceCrawl(context, crawl, stopped(crawl, at));
}
