import { type Access, needsCredential, type Route } from './route.ts';

const TOKEN = 'Bearer realm="assay"';
/** No registered scheme signs a request with an HMAC; this names the headers that do. */
const SIGNATURE = 'HMAC-SHA256 realm="assay", headers="X-Api-Key X-Timestamp X-Signature"';

/**
 * The `WWW-Authenticate` header of a 401: the schemes that the route takes. It is the same for every reason of a 401.
 * A signing link is its own credential, which no scheme names.
 */
export function challengeOf({ access }: Pick<Route, 'access'>): Record<string, string> {
  return needsCredential({ access }) ? { 'www-authenticate': schemesOf(access).join(', ') } : {};
}

function schemesOf(access: Access): string[] {
  if (access === 'key') return [SIGNATURE];
  return access === 'client' ? [TOKEN, SIGNATURE] : [TOKEN];
}
