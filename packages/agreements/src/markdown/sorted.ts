/** Index of the last number that is not above `wanted` (binary search); -1 if all are. */
export function lastAtOrBelow(ascending: readonly number[], wanted: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The offset at which each line of a text begins. */
export function startsOfLines(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}
