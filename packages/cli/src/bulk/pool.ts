import { limitConcurrency } from '@assay/foundation/concurrency';

/** Thrown for rows that were not started before the run was stopped. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

interface PoolOptions {
  /** Calls at the same time. */
  concurrency: number;
  /** No call is started after it is aborted. */
  stop: AbortSignal;
}

/** Finished results may wait for a slow one before them, up to this many times the concurrency. */
const WINDOW_FACTOR = 4;

/**
 * Maps a stream with several calls at a time and yields the results in the order of the stream. At most
 * `WINDOW_FACTOR` times the concurrency are in memory.
 */
export async function* mapInOrder<T, R>(
  source: AsyncIterable<T>,
  { concurrency, stop }: PoolOptions,
  map: (item: T) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const waiting: Promise<R>[] = [];
  const limit = limitConcurrency(concurrency);
  for await (const item of source) {
    const result = limit(async () => {
      if (stop.aborted) throw new Stopped();
      return map(item);
    });
    // It is awaited below, maybe after it was rejected.
    result.catch(() => undefined);
    waiting.push(result);
    const head = waiting.length >= concurrency * WINDOW_FACTOR ? waiting.shift() : undefined;
    if (head) yield await head;
  }
  for (let head = waiting.shift(); head; head = waiting.shift()) yield await head;
}
