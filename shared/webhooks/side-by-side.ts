/** As many calls at once as keep the database's connections busy without queueing up for them. */
const AT_ONCE = 25;

/** Works on all values, a few at a time; the results stand where their values stood. */
export async function sideBySide<Value, Result>(
  values: readonly Value[],
  work: (value: Value) => Promise<Result>,
  atOnce = AT_ONCE,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = values.entries();
  const worker = async () => {
    // All workers take from the same iterator, so each value has one of them.
    for (const [index, value] of waiting) results[index] = await work(value);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, values.length) }, worker));
  return results;
}
