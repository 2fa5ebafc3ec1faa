/** Reads a range of the details: of a stored object, or of bytes in memory. */
export type ReadRange = (offset: number, length: number) => Promise<Uint8Array>;

/**
 * Synchronous if the bytes are in memory: a promise for each of hundreds of entries would cost as
 * much as reading it.
 */
export type ReadNear = (offset: number, length: number) => Promise<Uint8Array> | Uint8Array;

export const rangeOfBuffer =
  (bytes: Uint8Array): ReadRange =>
  (offset, length) =>
    Promise.resolve(bytes.subarray(offset, offset + length));

/**
 * Limit for caching details in memory. All published sanctions lists together have about 14 MB with
 * remarks and addresses, a million people far more, and a screening function has 1 GB.
 */
export const KEPT_BYTES = 32 * 1024 * 1024;

/**
 * Details up to `KEPT_BYTES` are read completely at first use and cached: a name that shares words
 * with hundreds of entries would otherwise cost hundreds of requests.
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
      reading = undefined; // so that a failed read is retried by the next search
    }
  };
  return (offset, length) => {
    const part = (bytes: Uint8Array) => bytes.subarray(offset, offset + length);
    if (whole) return part(whole);
    reading ??= readWhole();
    return reading.then(part);
  };
}
