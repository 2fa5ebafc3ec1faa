import { AsyncLocalStorage } from 'node:async_hooks';

/** Waits for a moment of the quarter: a day before today, and an hour (UTC) of it. Returns its time. */
export type Until = (daysAgo: number, hour: number) => Promise<string>;

/** A course of events. It waits for its moments, and its calls have their times. */
export type Life = (until: Until) => Promise<void>;

export interface Stop {
  daysAgo: number;
  hour: number;
  at: Date;
}

export interface TimelineOptions {
  /** The end of the last day. */
  endMs: number;
  firstDay: number;
  lastDay: number;
  /** Hours of a day at which the clock of the cloud is set, in order; lives run up to each. */
  hours: readonly number[];
  /** Lives that make calls at the same time. */
  concurrency: number;
  /** Before lives run up to a moment. */
  before(stop: Stop): Promise<void>;
  /** When all calls up to a moment are answered. */
  after(stop: Stop): Promise<void>;
}

/** Days before today on which the demo begins. */
export const FIRST_DAY = 89;
/** Lists are downloaded at noon; calls follow until the evening. */
export const [NOON, EVENING] = [12, 18];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Milliseconds from the time of the machine to that of the running life. */
const shift = new AsyncLocalStorage<{ ms: number }>();

/** The same of the clock of the cloud, for calls outside lives. */
let cloudShiftMs = 0;

/** From now on, code of the service in this thread sees the time of the life that calls it. */
export function letLivesSetTheClock(): void {
  Object.defineProperty(globalThis, Symbol.for('assay.clock-shift-ms'), {
    get: () => shift.getStore()?.ms ?? cloudShiftMs,
  });
}

/** The last day is shortened to the part of it that has passed. */
export function momentOf(endMs: number, daysAgo: number, hour: number): number {
  const midnightMs = Math.floor(endMs / DAY_MS) * DAY_MS;
  if (daysAgo > 0) return midnightMs - daysAgo * DAY_MS + hour * HOUR_MS;
  return midnightMs + Math.floor((endMs - midnightMs) * (hour / 24));
}

interface Waiting {
  atMs: number;
  /** Lives that wait for the same moment continue in the order in which they were given. */
  order: number;
  resume(): void;
}

/**
 * Plays lives day by day, some at a time and in the order of their moments. A life that waits for a moment in the past
 * goes on at once.
 */
export async function playTimeline(lives: readonly Life[], options: TimelineOptions): Promise<void> {
  const { endMs, firstDay, lastDay, hours, concurrency } = options;
  const waiting: Waiting[] = [];
  const failures: unknown[] = [];
  let limitMs = Number.NEGATIVE_INFINITY;
  let running = 0;
  let finish: () => void = () => undefined;

  const advance = () => {
    while (running < concurrency && waiting[0] && waiting[0].atMs <= limitMs && failures.length === 0) {
      running += 1;
      waiting.shift()?.resume();
    }
    if (running === 0) finish();
  };
  const start = (life: Life, order: number) => {
    const clock = { ms: 0 };
    let reachedMs = Number.NEGATIVE_INFINITY;
    const until: Until = async (daysAgo, hour) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      reachedMs = Math.max(reachedMs, momentOf(endMs, daysAgo, hour));
      const entry = { atMs: reachedMs, order, resume: resolve };
      const index = waiting.findIndex((other) => isBefore(entry, other));
      waiting.splice(index < 0 ? waiting.length : index, 0, entry);
      running -= 1;
      advance();
      await promise;
      clock.ms = entry.atMs - Date.now();
      return new Date(entry.atMs).toISOString();
    };
    running += 1;
    void shift.run(clock, async () => {
      try {
        await life(until);
      } catch (error) {
        failures.push(error);
      } finally {
        running -= 1;
        advance();
      }
    });
  };

  for (const [order, life] of lives.entries()) start(life, order);
  for (let daysAgo = firstDay; daysAgo >= lastDay; daysAgo -= 1)
    for (const hour of hours) {
      const stop = { daysAgo, hour, at: new Date(momentOf(endMs, daysAgo, hour)) };
      cloudShiftMs = stop.at.getTime() - Date.now();
      await options.before(stop);
      limitMs = stop.at.getTime();
      const { promise, resolve } = Promise.withResolvers<void>();
      finish = resolve;
      advance();
      await promise;
      if (failures.length > 0) throw failures[0];
      await options.after(stop);
    }
}

const isBefore = (one: Waiting, other: Waiting) =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
