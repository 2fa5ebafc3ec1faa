import * as z from 'zod';
import { chunkAfter, FIRST_CHUNK, halvesOf } from './chunks.ts';
import { LEASE_SECONDS } from './limits.ts';
import { STAGES, type StageName } from './stage-names.ts';

/**
 * The state of a crawl, in one row. One queue message at a time advances it and names the turn: a
 * worker takes the turn with a lease and ends it with a new turn and a new message. A worker with a
 * stale turn, from a duplicate delivery or an expired lease, sees that the crawl has advanced and
 * stops.
 */
export const Crawl = z.object({
  crawlId: z.uuid(),
  revision: z.number(),
  /**
   * `gathered`: all answers are stored. `read`: the list has consumed them and they can be removed.
   * `over`: they are removed.
   */
  status: z.enum(['running', 'stopped', 'gathered', 'read', 'over']),
  startedAt: z.string(),
  movedAt: z.string(),
  stage: z.enum(STAGES),
  /** The chunk to query now; null if the next stage is to be planned. */
  chunk: z.string().nullable(),
  stages: z.partialRecord(z.enum(STAGES), z.object({ chunks: z.number(), splits: z.array(z.string()) })),
  turn: z.number(),
  leaseUntil: z.string().nullable(),
  /** The earliest time at which the turn may be taken. */
  notBefore: z.string(),
  /** Failed attempts of the current chunk. */
  tries: z.number(),
  /** Who requested the crawl; absent if the schedule did. */
  requested: z.object({ requestedBy: z.string(), requestedIn: z.string() }).optional(),
});
export type Crawl = z.infer<typeof Crawl>;

const secondsAfter = (time: string, seconds: number) => new Date(Date.parse(time) + seconds * 1000).toISOString();

export const newCrawl = (crawlId: string, chunks: number, at: string): Crawl => ({
  crawlId,
  revision: 0,
  status: 'running',
  startedAt: at,
  movedAt: at,
  stage: STAGES[0],
  chunk: FIRST_CHUNK,
  stages: { [STAGES[0]]: { chunks, splits: [] } },
  turn: 1,
  leaseUntil: null,
  notBefore: at,
  tries: 0,
});

/** An expired lease means that a worker died on the chunk, which counts as a failed attempt. */
export const leased = (crawl: Crawl, at: string): Crawl => ({
  ...crawl,
  tries: crawl.tries + (crawl.leaseUntil === null ? 0 : 1),
  leaseUntil: secondsAfter(at, LEASE_SECONDS),
});

export interface Wait {
  at: string;
  pauseSeconds: number;
}

/** Ends a turn: any worker may take the next one after the pause. */
const nextTurn = (crawl: Crawl, { at, pauseSeconds }: Wait): Crawl => ({
  ...crawl,
  turn: crawl.turn + 1,
  leaseUntil: null,
  movedAt: at,
  notBefore: secondsAfter(at, pauseSeconds),
});

export function answered(crawl: Crawl, wait: Wait): Crawl {
  const { chunks = 0 } = crawl.stages[crawl.stage] ?? {};
  const chunk = crawl.chunk === null ? null : chunkAfter(crawl.chunk, chunks);
  return nextTurn({ ...crawl, chunk, tries: 0 }, wait);
}

/** Splits a chunk whose query timed out or returned too much into halves. */
export function split(crawl: Crawl, wait: Wait): Crawl {
  const { stage, chunk, stages } = crawl;
  const { chunks = 0, splits = [] } = stages[stage] ?? {};
  if (chunk === null) return crawl;
  const after = { ...stages, [stage]: { chunks, splits: [...splits, chunk] } };
  return nextTurn({ ...crawl, stages: after, chunk: halvesOf(chunk)[0], tries: 0 }, wait);
}

export const putOff = (crawl: Crawl, wait: Wait): Crawl => nextTurn({ ...crawl, tries: crawl.tries + 1 }, wait);

/**
 * Renews a turn that was delivered before `notBefore`: SQS delays a message by 15 minutes at most.
 */
export const waiting = (crawl: Crawl, at: string): Crawl => ({
  ...nextTurn(crawl, { at, pauseSeconds: 0 }),
  notBefore: crawl.notBefore,
});

/** Starts a stage; one without items has no chunks and ends immediately. */
export function planned(crawl: Crawl, stage: StageName, chunks: number, at: string): Crawl {
  const stages = { ...crawl.stages, [stage]: { chunks, splits: [] } };
  const chunk = chunks > 0 ? FIRST_CHUNK : null;
  return nextTurn({ ...crawl, stage, chunk, stages, tries: 0 }, { at, pauseSeconds: 0 });
}

const withStatus = (crawl: Crawl, status: Crawl['status'], at: string): Crawl => ({
  ...nextTurn(crawl, { at, pauseSeconds: 0 }),
  status,
});

export const gathered = (crawl: Crawl, at: string) => withStatus(crawl, 'gathered', at);
export const stopped = (crawl: Crawl, at: string) => withStatus(crawl, 'stopped', at);

/** A crawl that had stopped starts with fresh attempts; one that stalled does not. */
export const resumed = (crawl: Crawl, at: string) =>
  withStatus({ ...crawl, tries: crawl.status === 'stopped' ? 0 : crawl.tries }, 'running', at);

export const consumed = (crawl: Crawl, at: string) => withStatus(crawl, 'read', at);
export const closed = (crawl: Crawl, at: string) => withStatus(crawl, 'over', at);
