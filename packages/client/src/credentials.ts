import { assertText } from './assert-text.ts';
import { withPathEscaped } from './generated/path-escapes.ts';
import { type Bytes, sha256, sign, utf8 } from './hmac.ts';

/**
 * An API key with its secret, or the token of a signed-in user. A function is called before each attempt,
 * so that it can refresh an expired token.
 */
export type Credentials = { key: string; secret: string } | { token: string | (() => string | Promise<string>) };

export interface Signable {
  method: string;
  /** Exactly as sent. */
  pathAndQuery: string;
  idempotencyKey: string | undefined;
  body: Bytes;
}

/** The authentication headers. A signature is valid for a few minutes, so each attempt has its own. */
export async function authorize(
  credentials: Credentials,
  { method, pathAndQuery, idempotencyKey = '', body }: Signable,
): Promise<Record<string, string>> {
  if ('token' in credentials) {
    const token = typeof credentials.token === 'string' ? credentials.token : await credentials.token();
    assertText('The token that credentials.token returned', token);
    return { authorization: `Bearer ${token}` };
  }
  const timestamp = String(Math.floor(Date.now() / 1000));
  const path = withPathEscaped(pathAndQuery);
  const text = ['v1', timestamp, method, path, idempotencyKey, await sha256(body)].join('\n');
  return {
    'x-api-key': credentials.key,
    'x-timestamp': timestamp,
    'x-signature': `v1=${await sign(credentials.secret, utf8(text))}`,
  };
}
