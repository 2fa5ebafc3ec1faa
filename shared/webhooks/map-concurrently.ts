/** Enough concurrent calls to keep the connections to DynamoDB busy without queueing for one. */
const CONCURRENCY = 25;

/** Maps all values with limited concurrency; results are in the order of the values. */
export async function mapConcurrently<Value, Result>(
  values: readonly Value[],
  work: (value: Value) => Promise<Result>,
  concurrency = CONCURRENCY,
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
