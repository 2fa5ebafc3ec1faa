import { expect, test } from 'vitest';
import { type ClientOptions, createClient } from '../index.ts';
import { clientAnsweredBy, json } from './fake-service.ts';

const GOOD = { baseUrl: 'https://assay.example', credentials: { key: 'ak_test_1', secret: 'hush' } };
const PASS = 'pass { key, secret } of an API key, or { token } of a user.';

test.each<[string, unknown, string]>([
  ['no options', undefined, 'baseUrl is missing.'],
  ['no base URL', { ...GOOD, baseUrl: undefined }, 'baseUrl is missing.'],
  ['an empty base URL', { ...GOOD, baseUrl: '' }, 'baseUrl is empty.'],
  [
    'a base URL without a scheme',
    { ...GOOD, baseUrl: 'localhost:3100' },
    'baseUrl must begin with http:// or https://, not "localhost:3100".',
  ],
  ['another scheme', { ...GOOD, baseUrl: 'ftp://assay.example' }, 'baseUrl must begin with http:// or https://'],
  ['a base URL without a host', { ...GOOD, baseUrl: 'https://' }, 'baseUrl must begin with http:// or https://'],
  ['a base URL with a query', { ...GOOD, baseUrl: 'https://assay.example?a=b' }, 'baseUrl must have neither a query'],
  ['no credentials', { ...GOOD, credentials: undefined }, `credentials are missing: ${PASS}`],
  ['empty credentials', { ...GOOD, credentials: {} }, `credentials are empty: ${PASS}`],
  ['no key', { ...GOOD, credentials: { key: undefined, secret: 'hush' } }, 'credentials.key is missing.'],
  ['an empty key', { ...GOOD, credentials: { key: '', secret: 'hush' } }, 'credentials.key is empty.'],
  ['no secret', { ...GOOD, credentials: { key: 'ak_test_1' } }, 'credentials.secret is missing.'],
  [
    'an unset secret',
    { ...GOOD, credentials: { key: 'ak_test_1', secret: undefined } },
    'credentials.secret is missing.',
  ],
  ['an empty secret', { ...GOOD, credentials: { key: 'ak_test_1', secret: '' } }, 'credentials.secret is empty.'],
  [
    'a secret with the line break of its file',
    { ...GOOD, credentials: { key: 'ak_test_1', secret: 'hush\n' } },
    'credentials.secret begins or ends with white space.',
  ],
  ['an unset token', { ...GOOD, credentials: { token: undefined } }, 'credentials.token is missing.'],
  ['an empty token', { ...GOOD, credentials: { token: '' } }, 'credentials.token is empty.'],
  ['an unknown mode', { ...GOOD, mode: 'sandbox' }, 'mode must be "test" or "live", not "sandbox".'],
])('client configuration: %s is a TypeError at once', (_case, options, message) => {
  const create = () => createClient(options as ClientOptions);

  expect(create).toThrow(TypeError);
  expect(create).toThrow(message);
});

test.each([
  GOOD,
  { ...GOOD, baseUrl: 'http://127.0.0.1:3000/below/' },
  { ...GOOD, credentials: { token: 'a.b.c' }, mode: 'live' as const },
  { ...GOOD, credentials: { token: async () => 'a.b.c' } },
])('client configuration: %j is accepted', (options) => {
  expect(() => createClient(options)).not.toThrow();
});

test('client configuration: a function that returns no token is named before anything is sent', async () => {
  const { client, sent } = clientAnsweredBy([json({})], { credentials: { token: async () => '' } });

  await expect(client.organization.readMe()).rejects.toThrow('The token that credentials.token returned is empty.');

  expect(sent).toEqual([]);
});
