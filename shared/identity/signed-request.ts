import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { withPathEscaped } from '#shared/platform/http/path-escapes.ts';

/** The text that an HMAC request signs. Client and service share only this text. */
export interface SignedRequest {
  timestamp: string;
  method: string;
  /** As sent. Percent escapes in the path may have any form. */
  pathAndQuery: string;
  idempotencyKey: string;
  body: Uint8Array;
}

export const SIGNATURE_WINDOW_SECONDS = 300;

export function signRequest(secret: string, parts: SignedRequest): string {
  return `v1=${digest(secret, parts).toString('hex')}`;
}

/** The idempotency key is signed, which makes a replayed POST harmless, so no nonce has to be stored. */
function digest(secret: string, parts: SignedRequest): Buffer {
  const text = [
    'v1',
    parts.timestamp,
    parts.method,
    withPathEscaped(parts.pathAndQuery),
    parts.idempotencyKey,
    hash('sha256', parts.body),
  ].join('\n');
  return createHmac('sha256', secret).update(text).digest();
}

export function isSignedBy(secret: string, signature: string, parts: SignedRequest): boolean {
  const [, hex] = /^v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  return hex !== undefined && timingSafeEqual(Buffer.from(hex, 'hex'), digest(secret, parts));
}

export function isTimely(timestamp: string, nowMs: number): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(nowMs / 1000 - Number(timestamp)) <= SIGNATURE_WINDOW_SECONDS;
}
