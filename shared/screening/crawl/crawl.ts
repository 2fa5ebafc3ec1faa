import * as z from 'zod';
import { chunkAfter, FIRST_CHUNK, halvesOf } from './chunks.ts';
import { LEASE_SECONDS } from './limits.ts';
import { STAGES, type StageName, stageAfter } from './stage-names.ts';

/**
 * Where a crawl stands, in one row. One message at a time carries it on, and says whose turn it is: a turn
 * is taken by a lease, and ends with a new turn and a new message. Whoever comes with an old turn, for the
 * second time or from the dead, finds that the crawl has gone on without them.
 */
export const Crawl = z.object({
  crawlId: z.uuid(),
  revision: z.number(),
  /** `gathered`: all answers are there. `read`: the list knows them, they may be forgotten. */
  status: z.enum(['running', 'stopped', 'gathered', 'read', 'over']),
  startedAt: z.string(),
  movedAt: z.string(),
  stage: z.enum(STAGES),
  /** What is to be asked now; null when the next stage is to be planned. */
  chunk: z.string().nullable(),
  stages: z.partialRecord(
    z.enum(STAGES),
    z.object({ chunks: z.number(), splits: z.array(z.string()) }),
  ),
  turn: z.number(),
  leaseUntil: z.string().nullable(),
  /** When the turn may be taken. */
  notBefore: z.string(),
  /** How often the turn was taken in vain. */
  tries: z.number(),
});
export type Crawl = z.infer<typeof Crawl>;

const secondsAfter = (time: string, seconds: number) =>
  new Date(Date.parse(time) + seconds * 1000).toISOString();

export const newCrawl = (crawlId: string, chunks: number, at: string): Crawl => ({
  ...{ crawlId, revision: 0, status: 'running', startedAt: at, movedAt: at },
  ...{ stage: STAGES[0], chunk: FIRST_CHUNK, stages: { [STAGES[0]]: { chunks, splits: [] } } },
  ...{ turn: 1, leaseUntil: null, notBefore: at, tries: 0 },
});

/** An old lease is that of somebody who died over the chunk: that was a try as well. */
export const leased = (crawl: Crawl, at: string): Crawl => ({
  ...crawl,
  tries: crawl.tries + (crawl.leaseUntil === null ? 0 : 1),
  leaseUntil: secondsAfter(at, LEASE_SECONDS),
});

export interface Wait {
  at: string;
  pauseSeconds: number;
}

/** Ends a turn: the next is anybody's, once the pause is over. */
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

/** What was too much to ask is asked in halves. */
export function split(crawl: Crawl, wait: Wait): Crawl {
  const { stage, chunk, stages } = crawl;
  const { chunks = 0, splits = [] } = stages[stage] ?? {};
  if (chunk === null) return crawl;
  const after = { ...stages, [stage]: { chunks, splits: [...splits, chunk] } };
  return nextTurn({ ...crawl, stages: after, chunk: halvesOf(chunk)[0], tries: 0 }, wait);
}

export const putOff = (crawl: Crawl, wait: Wait): Crawl =>
  nextTurn({ ...crawl, tries: crawl.tries + 1 }, wait);

/** A turn that came too early comes again: a queue does not hold a message back for long. */
export const waiting = (crawl: Crawl, at: string): Crawl => ({
  ...nextTurn(crawl, { at, pauseSeconds: 0 }),
  notBefore: crawl.notBefore,
});

/** A stage nobody has anything to ask in is over at once. */
export function planned(crawl: Crawl, stage: StageName, chunks: number, at: string): Crawl {
  const stages = { ...crawl.stages, [stage]: { chunks, splits: [] } };
  const chunk = chunks > 0 ? FIRST_CHUNK : null;
  return nextTurn({ ...crawl, stage, chunk, stages, tries: 0 }, { at, pauseSeconds: 0 });
}

export const isLastStage = ({ stage }: Crawl) => stageAfter(stage) === undefined;

const moved = (crawl: Crawl, status: Crawl['status'], at: string): Crawl => ({
  ...nextTurn(crawl, { at, pauseSeconds: 0 }),
  status,
});

export const gathered = (crawl: Crawl, at: string) => moved(crawl, 'gathered', at);
export const stopped = (crawl: Crawl, at: string) => moved(crawl, 'stopped', at);

/** Who rested begins to count anew; who was found standing still does not. */
export const takenUp = (crawl: Crawl, at: string) =>
  moved({ ...crawl, tries: crawl.status === 'stopped' ? 0 : crawl.tries }, 'running', at);

export const readOut = (crawl: Crawl, at: string) => moved(crawl, 'read', at);
export const over = (crawl: Crawl, at: string) => moved(crawl, 'over', at);
