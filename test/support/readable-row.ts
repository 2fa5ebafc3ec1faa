import { gunzipSync } from 'node:zlib';

/** The content of a row with packed responses unpacked, so that tests can search it for secrets. */
export const readableRow = (item: object): string =>
  JSON.stringify(item, (_name, value) => (value instanceof Uint8Array ? unpacked(value) : value));

function unpacked(bytes: Uint8Array): string {
  try {
    return gunzipSync(bytes).toString();
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
