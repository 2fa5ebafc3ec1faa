import { signRequest } from '../../../shared/identity/contract.ts';

/** An API key with its secret, or the token of a signed-in user. */
export type Credentials = { key: string; secret: string } | { token: string };

export interface Signable {
  method: string;
  /** Exactly as sent. */
  pathAndQuery: string;
  idempotencyKey: string | undefined;
  body: Uint8Array;
}

/** The authentication headers. A signature is valid for a few minutes, so each attempt has its own. */
export function authorize(credentials: Credentials, request: Signable): Record<string, string> {
  if ('token' in credentials) return { authorization: `Bearer ${credentials.token}` };
  const timestamp = String(Math.floor(Date.now() / 1000));
  const { method, pathAndQuery, body, idempotencyKey = '' } = request;
  return {
    'x-api-key': credentials.key,
    'x-timestamp': timestamp,
    'x-signature': signRequest(credentials.secret, {
      timestamp,
      method,
      pathAndQuery,
      idempotencyKey,
      body,
    }),
  };
}
