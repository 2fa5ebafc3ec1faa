import { gunzipSync } from 'node:zlib';

/** Everything a row holds, packed answers unpacked, so that a secret can be looked for in it. */
export const readableRow = (item: object): string =>
  JSON.stringify(item, (_name, value) => (value instanceof Uint8Array ? unpacked(value) : value));

function unpacked(bytes: Uint8Array): string {
  try {
    return gunzipSync(bytes).toString();
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
