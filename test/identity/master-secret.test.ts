import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { routes } from '#shared/routes.ts';
import { type Credential, call, keyOf, signedBy, userOf } from '#test/support/api.ts';
import { connectionLost, failing, serviceError } from '#test/support/aws-errors.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, type Plan, withFaults } from '#test/support/faults.ts';
import { countRows } from '#test/support/stored-state.ts';

/** The order matters: the secret is read once per process, so only the first test has a cold cache. */
const { listRecords } = routes.risk;
const { createApiKey } = routes.organization;
const subjects = { params: { resource: 'subjects' } };
let client: Credential;
let stranger: Credential;

beforeAll(async () => {
  await prepareEngine();
  const { key, credential } = await keyOf(randomUUID(), 'live');
  client = credential;
  // Signs without reading the secret, so that the service reads it first.
  stranger = signedBy(key, { secret: 'guessed' });
});

const isSecretRead = ({ command }: AwsCall) => command === 'GetSecretValue';

test.each([
  ['cannot be reached', connectionLost],
  ['is throttled', () => serviceError('ThrottlingException')],
  ['has an internal error', () => serviceError('InternalServiceError', 500)],
])('master secret: while Secrets Manager %s, signed requests are answered 503', async (_case, error) => {
  const plan: Plan = {
    ofCall: (one) => (isSecretRead(one) ? failing(error)(one) : undefined),
  };

  const { result, calls } = await withFaults(plan, () => call(stranger, listRecords, subjects));

  // Once for the signature, and once for the hash of the address in the log.
  expect(calls.filter(isSecretRead)).toHaveLength(2);
  expect(result).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(result.headers['retry-after']).toBeDefined();
});

test('master secret: an API key is not created while its secret cannot be derived', async () => {
  const organizationId = randomUUID();
  const owner = await userOf(organizationId, 'owner');
  const request = { body: { name: 'Example', mode: 'live' }, idempotencyKey: randomUUID() };
  const plan: Plan = {
    ofCall: (one) => (isSecretRead(one) ? failing(connectionLost)(one) : undefined),
  };

  const { result } = await withFaults(plan, () => call(owner, createApiKey, request));

  expect(result).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(await countRows(organizationId)).toEqual({});
});

test('master secret: a denied read is a defect', async () => {
  const plan: Plan = {
    ofCall: (one) => (isSecretRead(one) ? failing(() => serviceError('AccessDeniedException'))(one) : undefined),
  };

  const { result } = await withFaults(plan, () => call(stranger, listRecords, subjects));

  expect(result).toMatchObject({ status: 500, body: { code: 'internal_error' } });
});

test('master secret: once it is available, it is read once for all requests', async () => {
  const { result, calls } = await withFaults({}, async () => [
    await call(stranger, listRecords, subjects),
    await call(client, listRecords, subjects),
    await call(client, listRecords, subjects),
  ]);

  expect(result.map(({ status }) => status)).toEqual([401, 200, 200]);
  expect(calls.filter(isSecretRead)).toHaveLength(1);
});
