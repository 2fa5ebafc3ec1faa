/**
 * A stage is processed in numbered chunks. A chunk that is too large for one query is split: `7`
 * becomes `7.0` and `7.1`, and each of these may be split again. The name determines what a chunk
 * contains, so nothing else has to be stored.
 */
export const FIRST_CHUNK = '0';

export const halvesOf = (chunk: string): [string, string] => [`${chunk}.0`, `${chunk}.1`];

export const numberOf = (chunk: string) => Number.parseInt(chunk, 10);

/** Null after the last. */
export function chunkAfter(chunk: string, chunks: number): string | null {
  // After a second half comes the chunk that follows the whole.
  const whole = chunk.replace(/(?:\.1)+$/, '');
  if (whole.endsWith('.0')) return `${whole.slice(0, -1)}1`;
  const next = Number(whole) + 1;
  return next < chunks ? String(next) : null;
}

/** The chunks that were queried in the end, in order. */
export function askedChunks(chunks: number, splits: readonly string[]): string[] {
  const isSplit = new Set(splits);
  const within = (chunk: string): string[] => (isSplit.has(chunk) ? halvesOf(chunk).flatMap(within) : [chunk]);
  return Array.from({ length: chunks }, (_, number) => within(String(number))).flat();
}
