import type { Caller } from '#shared/platform/caller.ts';
import type { HttpRequest } from '#shared/platform/http/request.ts';
import { forbidden, unauthenticated } from '#shared/platform/problem.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { callerOf, findApiKey, isUsable, secretOf } from './api-key.ts';
import { userFrom } from './bearer-token.ts';
import { isErased } from './erasure.ts';
import { parseIdentifier } from './key-identifier.ts';
import { assertModeAgrees, requestedMode } from './mode.ts';
import { isSignedBy, isTimely } from './signed-request.ts';

/**
 * Request -> caller, or a problem. This happens inside the function, because the signature covers the
 * body and an API Gateway authorizer is not shown the body. It uses the machine's clock.
 */
export async function authenticate(store: Store, request: HttpRequest): Promise<Caller> {
  const { authorization } = request.headers;
  const identifier = request.headers['x-api-key'];
  if (identifier !== undefined && authorization === undefined)
    return byApiKey(store, request, identifier);
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '') ?? [];
  if (token !== undefined && identifier === undefined) return byToken(store, request, token);
  throw unauthenticated();
}

async function byApiKey(store: Store, request: HttpRequest, identifier: string): Promise<Caller> {
  const { headers, method, pathAndQuery, body } = request;
  const named = parseIdentifier(identifier);
  const timestamp = headers['x-timestamp'] ?? '';
  if (!named || !isTimely(timestamp, Date.now())) throw unauthenticated();

  // The keys of a deleted organization stay until the worker has come to them.
  const [key, isGone] = await Promise.all([
    findApiKey(store, named.organizationId, named.id),
    isErased(store, named.organizationId),
  ]);
  if (!key || isGone || key.mode !== named.mode || !isUsable(key, Date.now()))
    throw unauthenticated();

  const idempotencyKey = headers['idempotency-key'] ?? '';
  const parts = { timestamp, method, pathAndQuery, idempotencyKey, body };
  if (!isSignedBy(await secretOf(key), headers['x-signature'] ?? '', parts))
    throw unauthenticated();

  assertModeAgrees(key.mode, requestedMode(headers));
  return callerOf(key);
}

async function byToken(store: Store, request: HttpRequest, token: string): Promise<Caller> {
  const { id, organizationId, role, isAssistant } = await userFrom(token);
  if (await isErased(store, organizationId)) throw unauthenticated();
  if (isAssistant) throw forbidden('Assistant connections cannot use this API.');
  const mode = requestedMode(request.headers) ?? 'live';
  return { kind: 'user', id, organizationId, role, mode };
}
