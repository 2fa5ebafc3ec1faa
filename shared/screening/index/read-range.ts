/** Where details are: a stored object read by range, or bytes at hand. */
export type ReadRange = (offset: number, length: number) => Promise<Uint8Array>;

/** At once where the bytes are at hand: a promise for each of hundreds of entries costs as much as reading it. */
export type ReadNear = (offset: number, length: number) => Promise<Uint8Array> | Uint8Array;

export const rangeOfBuffer =
  (bytes: Uint8Array): ReadRange =>
  (offset, length) =>
    Promise.resolve(bytes.subarray(offset, offset + length));

/**
 * All published sanctions lists together have about 14 MB with their remarks and addresses; a million people
 * have far more. A function that screens has 1 GB.
 */
export const KEPT_BYTES = 32 * 1024 * 1024;

/**
 * Details of few bytes are read as a whole when the first of them are needed, and stay: a name that shares
 * its words with hundreds of entries would otherwise cost hundreds of requests.
 */
export function keepingFew(readRange: ReadRange, totalBytes: number): ReadNear {
  if (totalBytes > KEPT_BYTES) return readRange;
  let whole: Uint8Array | undefined;
  let reading: Promise<Uint8Array> | undefined;
  const readWhole = async () => {
    try {
      whole = await readRange(0, totalBytes);
      return whole;
    } finally {
      reading = undefined; // so that the next question asks again where this one failed
    }
  };
  return (offset, length) => {
    const part = (bytes: Uint8Array) => bytes.subarray(offset, offset + length);
    if (whole) return part(whole);
    reading ??= readWhole();
    return reading.then(part);
  };
}
