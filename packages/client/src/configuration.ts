import { assertText } from './assert-text.ts';
import { isObject } from './json.ts';

/**
 * Refuses options that no request could succeed with. An unset environment variable is the commonest of them, and the
 * first request would report it in the words of `fetch` or Web Crypto.
 */
export function assertOptions(options: unknown): void {
  const { baseUrl, credentials, mode } = isObject(options) ? options : {};
  assertBaseUrl(baseUrl);
  assertCredentials(credentials);
  if (mode !== undefined && mode !== 'test' && mode !== 'live')
    throw new TypeError(`mode must be "test" or "live", not ${JSON.stringify(mode)}.`);
}

function assertBaseUrl(baseUrl: unknown): void {
  assertText('baseUrl', baseUrl);
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError(`baseUrl must begin with http:// or https://, not ${JSON.stringify(baseUrl)}.`);
  const { search, hash, username, password } = new URL(baseUrl);
  if (search || hash || username || password)
    throw new TypeError('baseUrl must have neither a query, a fragment nor a user name.');
}

function assertCredentials(credentials: unknown): void {
  const pass = 'pass { key, secret } of an API key, or { token } of a user';
  if (!isObject(credentials)) throw new TypeError(`credentials are missing: ${pass}.`);
  if ('token' in credentials) {
    if (typeof credentials.token !== 'function') assertText('credentials.token', credentials.token);
    return;
  }
  if (!('key' in credentials || 'secret' in credentials)) throw new TypeError(`credentials are empty: ${pass}.`);
  assertText('credentials.key', credentials.key);
  assertText('credentials.secret', credentials.secret);
}
