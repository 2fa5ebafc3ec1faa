/**
 * Waits for all promises, like `Promise.all`, but of several failures throws the first in the order of the list
 * instead of the fastest. The same invalid request therefore always gets the same problem.
 */
export async function allSettledFirstError<T extends readonly unknown[]>(
  promises: [...T],
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  const settled = await Promise.allSettled(promises);
  const failed = settled.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return Promise.all(promises);
}
