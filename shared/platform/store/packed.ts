import { gunzipSync, gzipSync } from 'node:zlib';

/**
 * Values too large or too odd for a row's own attributes: any JSON, compressed, in parts that fit a row
 * (400 KB). Numbers keep their exact spelling, which DynamoDB's own do not beyond 38 digits.
 */
const PART_BYTES = 350_000;

export function pack(value: unknown): [Uint8Array, ...Uint8Array[]] {
  const bytes = gzipSync(JSON.stringify(value ?? null));
  const parts: Uint8Array[] = [];
  for (let start = PART_BYTES; start < bytes.length; start += PART_BYTES)
    parts.push(bytes.subarray(start, start + PART_BYTES));
  return [bytes.subarray(0, PART_BYTES), ...parts];
}

export const unpack = (parts: readonly Uint8Array[]): unknown =>
  JSON.parse(gunzipSync(Buffer.concat(parts)).toString('utf8'));
