/**
 * Waits for all of them, like `Promise.all`; but of several failures it tells the first in the order of
 * the list, not the quickest, so that the same request is always refused in the same words.
 */
export async function allInOrder<T extends readonly unknown[]>(
  promises: [...T],
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  const settled = await Promise.allSettled(promises);
  const failed = settled.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return Promise.all(promises);
}
