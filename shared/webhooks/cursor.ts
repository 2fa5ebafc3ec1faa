import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { deriveSecret } from '#shared/identity/master-secret.ts';
import { invalid } from '#shared/platform/problem.ts';

/** Where a page of deliveries ended, for the same webhook, mode and filter only. Sealed, so opaque. */
const Position = z.object({ list: z.string(), before: z.string() });
const SEAL_BYTES = 16;

export async function sealCursor(list: string, before: string): Promise<string> {
  const content = Buffer.from(JSON.stringify({ list, before }));
  return Buffer.concat([await seal(content), content]).toString('base64url');
}

export async function openCursor(list: string, cursor: string): Promise<string> {
  const bytes = Buffer.from(cursor, 'base64url');
  const content = bytes.subarray(SEAL_BYTES);
  const isWhole = bytes.length > SEAL_BYTES && bytes.toString('base64url') === cursor;
  if (!isWhole || !timingSafeEqual(bytes.subarray(0, SEAL_BYTES), await seal(content)))
    throw invalidCursor();
  const position = Position.parse(JSON.parse(content.toString('utf8')));
  if (position.list !== list) throw invalidCursor();
  return position.before;
}

const invalidCursor = () =>
  invalid('invalid_cursor', 'The cursor is not one that this list has given out.');

async function seal(content: Uint8Array): Promise<Buffer> {
  const key = await deriveSecret('cursor', 'deliveries', 1);
  return createHmac('sha256', key).update(content).digest().subarray(0, SEAL_BYTES);
}
