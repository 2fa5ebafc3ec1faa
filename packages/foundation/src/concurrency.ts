/** Limits concurrency: further calls wait for their turn, in order. */
export function limitConcurrency(concurrency: number): <T>(call: () => Promise<T>) => Promise<T> {
  let free = concurrency;
  const waiting: (() => void)[] = [];
  return async (call) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await call();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/**
 * Maps all values with limited concurrency; results are in the order of the values. A failure ends one of the
 * workers: the others finish the values that are left, and the promise is rejected at once.
 */
export async function mapConcurrently<Value, Result>(
  values: readonly Value[],
  concurrency: number,
  work: (value: Value) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = values.entries();
  const worker = async () => {
    // All workers share one iterator, so each value is taken once.
    for (const [index, value] of waiting) results[index] = await work(value);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, values.length) }, worker));
  return results;
}
