import { type Access, needsCredential } from './route.ts';

/** The two authentication schemes in OpenAPI terms. */
export const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'The public identifier of an API key: `ak_test_…` or `ak_live_…`.',
  },
  timestamp: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Timestamp',
    description: 'When the request was signed, in Unix seconds. At most 300 seconds off the time of the service.',
  },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Signature',
    description: [
      '`v1=` and the lower-case hex HMAC-SHA256, with the secret of the key, of six lines joined by `\\n`:',
      '',
      '1. `v1`',
      '2. the value of `X-Timestamp`',
      '3. the method, in capitals',
      '4. path and query exactly as sent, such as `/api/v1/risk/subjects?offset=0`; in the path, only ' +
        'characters that RFC 3986 requires to be escaped are escaped, in capitals: `%20` and `%C3%A9` stay, ' +
        '`%7E`, `%3A` and `%2F` are signed as `~`, `:` and `/`',
      '5. the value of `Idempotency-Key`, or an empty line',
      '6. the lower-case hex SHA-256 of the body as sent; of the empty string without a body',
    ].join('\n'),
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token of a signed-in user: an owner, admin or member of the organization.',
  },
} as const;

const BY_API_KEY = { apiKey: [], timestamp: [], signature: [] };
const BY_TOKEN = { token: [] };

/** The security requirements of an access level; each entry of the list is sufficient. */
export function securityOf(access: Access): Record<string, never[]>[] {
  if (!needsCredential({ access })) return [];
  if (access === 'key') return [BY_API_KEY];
  return access === 'client' ? [BY_API_KEY, BY_TOKEN] : [BY_TOKEN];
}
