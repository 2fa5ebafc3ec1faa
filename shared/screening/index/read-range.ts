/** Where details are: a stored object read by range, or bytes at hand. */
export type ReadRange = (offset: number, length: number) => Promise<Uint8Array>;

export const rangeOfBuffer =
  (bytes: Uint8Array): ReadRange =>
  (offset, length) =>
    Promise.resolve(bytes.subarray(offset, offset + length));

/** All published sanctions lists have less; a million people have far more. */
export const KEPT_BYTES = 8 * 1024 * 1024;

/**
 * Details of few bytes are read as a whole when the first of them are needed, and stay: a name that shares
 * its words with hundreds of entries would otherwise cost hundreds of requests.
 */
export function keepingFew(readRange: ReadRange, totalBytes: number): ReadRange {
  if (totalBytes > KEPT_BYTES) return readRange;
  let whole: Promise<Uint8Array> | undefined;
  const readWhole = () => {
    const reading = readRange(0, totalBytes);
    reading.catch(() => {
      whole = undefined; // so that the next question asks again
    });
    return reading;
  };
  return async (offset, length) => {
    whole ??= readWhole();
    return (await whole).subarray(offset, offset + length);
  };
}
