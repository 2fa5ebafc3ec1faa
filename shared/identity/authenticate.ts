import { incompleteCredential, timestampOutOfRange, unauthenticated } from '@assay/foundation';
import type { Caller, Scope } from '#shared/platform/caller.ts';
import { now } from '#shared/platform/clock.ts';
import type { HttpRequest } from '#shared/platform/http/request.ts';
import type { Item, Read, Store } from '#shared/platform/store/store.ts';
import { type ApiKey, apiKeyFrom, apiKeyRead, callerOf, isUsable, noteUse, secretOf } from './api-key.ts';
import { userFrom } from './bearer-token.ts';
import { blindReviewIn, blindReviewRead } from './blind-reviews.ts';
import { erasureRead } from './erasure.ts';
import { type NamedKey, parseIdentifier } from './key-identifier.ts';
import { assertModeAgrees, requestedMode } from './mode.ts';
import { isSignedBy, isTimely, SIGNATURE_WINDOW_SECONDS } from './signed-request.ts';

/**
 * The identity a request claims, and the reads needed to verify it. A claim grants nothing by itself, but
 * other reads that the request needs can share its round trip.
 */
export interface Claim {
  scope: Scope;
  reads: Read[];
  /** Returns the caller or throws a problem. `rows` are the results of `reads`, in their order. */
  confirm: (rows: (Item | undefined)[]) => Promise<Caller>;
  /** Records the use of a confirmed credential. Never fails. */
  noteUse?: (store: Store, rows: (Item | undefined)[]) => Promise<void>;
}

/**
 * Request -> claim -> caller, or a problem. This happens inside the function because the signature covers
 * the body, which an API Gateway authorizer does not receive. Signatures are checked against the machine's
 * clock, so that tests that move the service clock need not sign for it; expiry against the service clock.
 */
export async function claimOf(request: HttpRequest): Promise<Claim> {
  const { authorization } = request.headers;
  const identifier = request.headers['x-api-key'];
  if (identifier !== undefined && authorization === undefined) return keyClaim(request, identifier);
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '') ?? [];
  if (token !== undefined && identifier === undefined) return tokenClaim(request, token);
  throw incompleteCredential(howTo(identifier, authorization));
}

/** What the headers lack. It depends on their names and form only, so it is no answer about a key or token. */
function howTo(identifier: string | undefined, authorization: string | undefined): string {
  if (identifier !== undefined) return 'The request has an API key and a token. Send one of them.';
  return authorization === undefined
    ? 'The request has no credential. Send `X-Api-Key`, `X-Timestamp` and `X-Signature`, or `Authorization: Bearer`.'
    : '`Authorization` must be `Bearer` and a JSON Web Token.';
}

function keyClaim(request: HttpRequest, identifier: string): Claim {
  const named = parseIdentifier(identifier);
  const timestamp = request.headers['x-timestamp'];
  if (timestamp === undefined || request.headers['x-signature'] === undefined)
    throw incompleteCredential('A request with `X-Api-Key` also needs `X-Timestamp` and `X-Signature`.');
  if (!named) throw unauthenticated();
  if (!isTimely(timestamp, Date.now())) throw timestampOutOfRange(SIGNATURE_WINDOW_SECONDS);
  return {
    scope: named,
    reads: [apiKeyRead(named.organizationId, named.id), erasureRead(named.organizationId)],
    confirm: ([key, erasure]) => confirmKey(request, named, key && apiKeyFrom(key), erasure),
    noteUse: async (store, [key]) => {
      if (key) await noteUse(store, apiKeyFrom(key), Date.now());
    },
  };
}

async function confirmKey(
  { headers, method, pathAndQuery, body }: HttpRequest,
  named: NamedKey,
  key: ApiKey | undefined,
  // The API keys of a deleted organization exist until the erasure worker has deleted them.
  erasure: Item | undefined,
): Promise<Caller> {
  if (!key || erasure || key.id !== named.id || key.mode !== named.mode) throw unauthenticated();
  if (!isUsable(key, now().getTime())) throw unauthenticated();

  const timestamp = headers['x-timestamp'] ?? '';
  const idempotencyKey = headers['idempotency-key'] ?? '';
  const parts = { timestamp, method, pathAndQuery, idempotencyKey, body };
  const secret = await secretOf(key);
  if (secret === undefined || !isSignedBy(secret, headers['x-signature'] ?? '', parts)) throw unauthenticated();

  assertModeAgrees(key.mode, requestedMode(headers));
  return callerOf(key);
}

async function tokenClaim({ headers }: HttpRequest, token: string): Promise<Claim> {
  const { id, organizationId, role, profile } = await userFrom(token);
  const scope = { organizationId, mode: requestedMode(headers) ?? 'live' };
  return {
    scope,
    reads: [erasureRead(organizationId), blindReviewRead(organizationId, id)],
    confirm: async ([erasure, review]) => {
      if (erasure) throw unauthenticated();
      const blindReview = blindReviewIn(review, now());
      return { kind: 'user', id, role, profile, ...scope, ...(blindReview && { blindReview }) };
    },
  };
}
