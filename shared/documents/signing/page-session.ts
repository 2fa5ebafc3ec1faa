import { timingSafeEqual } from 'node:crypto';
import { currentMasterKey, deriveSecret } from '#shared/identity/index.ts';
import { linkTokenIn } from './link.ts';

/**
 * The session of a loaded signing page: the HTML contains it, and the script sends it back with what the
 * signer does. It shows that the page was loaded with this link, when, and that the request belongs to that
 * load. It does not show who loaded the page: a program with the link can load it too.
 */
export interface PageSession {
  loadedAt: string;
}

const KEY_BYTES = 3;
const TIME_BYTES = 6;
const SECRET_BYTES = 32;
const SESSION = /^ps_([A-Za-z0-9_-]{55})$/;

/** For the HTML of the page of this link. Derived from the master secret, and not stored. */
export async function newPageSession(token: string, loadedAt: Date): Promise<string> {
  const masterKey = await currentMasterKey();
  const head = Buffer.alloc(KEY_BYTES + TIME_BYTES);
  head.writeUIntBE(masterKey, 0, KEY_BYTES);
  head.writeUIntBE(loadedAt.getTime(), KEY_BYTES, TIME_BYTES);
  const secret = await secretOf(token, { masterKey, loadedMs: loadedAt.getTime() });
  if (!secret) throw new Error('The current master key is retired.');
  return `ps_${Buffer.concat([head, secret]).toString('base64url')}`;
}

/** Null if the text is not a session of a page of this link. */
export async function pageSessionIn(token: string, text: string | undefined): Promise<PageSession | null> {
  const [, packed = ''] = SESSION.exec(text ?? '') ?? [];
  const bytes = Buffer.from(packed, 'base64url');
  if (bytes.length !== KEY_BYTES + TIME_BYTES + SECRET_BYTES) return null;
  const masterKey = bytes.readUIntBE(0, KEY_BYTES);
  const loadedMs = bytes.readUIntBE(KEY_BYTES, TIME_BYTES);
  const secret = await secretOf(linkTokenIn(token), { masterKey, loadedMs });
  if (!secret || !timingSafeEqual(secret, bytes.subarray(KEY_BYTES + TIME_BYTES))) return null;
  return { loadedAt: new Date(loadedMs).toISOString() };
}

const secretOf = (token: string, { masterKey, loadedMs }: { masterKey: number; loadedMs: number }) =>
  deriveSecret('signing-page', { id: token, version: loadedMs, masterKey });
