import { gunzipSync, gzipSync } from 'node:zlib';

/**
 * Values that are too large or unsuitable for attributes: any JSON, compressed, in parts that fit a row
 * (400 KB). Numbers keep their exact digits, which DynamoDB limits to 38.
 */
const PART_BYTES = 350_000;
/** Below this size a write costs one unit either way, so compression would only take time. */
const PLAIN_BYTES = 512;
/** The first byte of gzip data, which no JSON text begins with. */
const GZIP = 0x1f;

export function pack(value: unknown): [Uint8Array, ...Uint8Array[]] {
  const text = Buffer.from(JSON.stringify(value ?? null));
  const bytes = text.length <= PLAIN_BYTES ? text : gzipSync(text);
  const parts: Uint8Array[] = [];
  for (let start = PART_BYTES; start < bytes.length; start += PART_BYTES)
    parts.push(bytes.subarray(start, start + PART_BYTES));
  return [bytes.subarray(0, PART_BYTES), ...parts];
}

export function unpack(parts: readonly Uint8Array[]): unknown {
  const bytes = Buffer.concat(parts);
  const text = bytes[0] === GZIP ? gunzipSync(bytes) : bytes;
  return JSON.parse(text.toString('utf8'));
}
