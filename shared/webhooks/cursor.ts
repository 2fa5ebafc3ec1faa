import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalid } from '@assay/foundation';
import { deriveFromEach } from '#shared/identity/index.ts';

/**
 * The position after a page of deliveries: a sort key with a MAC over it and the list it belongs to
 * (webhook, mode and filter), which the cursor does not contain.
 */
const SEAL_BYTES = 16;

/** `before` is hexadecimal, as the sort keys of deliveries are. */
export async function sealCursor(list: string, before: string): Promise<string> {
  const position = Buffer.from(before, 'hex');
  const [current] = await sealsOf(list, position);
  return Buffer.concat([current, position]).toString('base64url');
}

export async function openCursor(list: string, cursor: string): Promise<string> {
  const bytes = Buffer.from(cursor, 'base64url');
  const position = bytes.subarray(SEAL_BYTES);
  const isWhole = bytes.length > SEAL_BYTES && bytes.toString('base64url') === cursor;
  const seals = isWhole ? await sealsOf(list, position) : [];
  if (!seals.some((seal) => timingSafeEqual(bytes.subarray(0, SEAL_BYTES), seal)))
    throw invalid('invalid_cursor', 'The cursor is not one that this list has given out.');
  return position.toString('hex');
}

/** By every master key, the current first: a cursor lives for minutes, a retiring key for days. */
async function sealsOf(list: string, position: Uint8Array): Promise<[Buffer, ...Buffer[]]> {
  const [current, ...others] = await deriveFromEach('cursor', { id: 'deliveries', version: 1 });
  const sealBy = (key: Buffer) =>
    createHmac('sha256', key).update(`${list}\n`).update(position).digest().subarray(0, SEAL_BYTES);
  return [sealBy(current), ...others.map(sealBy)];
}
