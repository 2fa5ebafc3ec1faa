import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#shared/routes.ts';
import { call } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { connectionLost, failing, internalError, isTransaction, throttled } from '#test/support/aws-errors.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import { type Plan, withFaults } from '#test/support/faults.ts';
import { aSubject } from '#test/support/route-examples.ts';
import { plantTenant, type Tenant } from '#test/support/tenant.ts';

/** The change is made, but the word of it does not arrive. */
const { createSubject } = routes.risk;
const { createApiKey } = routes.organization;
let tenant: Tenant;

beforeAll(async () => {
  await prepareEngine();
  tenant = await plantTenant();
});
afterAll(async () => expect(await audit()).toEqual([]));

const lost = failing(connectionLost, 'after');

/** The replies to the first attempts at a transaction are lost, though it is made. */
function losingReplies(count = Number.POSITIVE_INFINITY): Plan {
  let losses = 0;
  return {
    ofAttempt: (call) => (isTransaction(call) && losses++ < count ? lost(call) : undefined),
  };
}

const subjectsCalled = async (externalId: string) =>
  (await everyRow('risk')).filter(({ searchable }) => searchable === externalId).length;

test('one lost reply: the SDK asks again, and the transaction knows its token', async () => {
  const request = { body: aSubject(), idempotencyKey: randomUUID() };

  const { result, calls } = await withFaults(losingReplies(1), () => call(tenant.client, createSubject, request));

  expect(result.status).toBe(201);
  expect(result.headers['idempotent-replayed']).toBeUndefined();
  expect(calls.filter(isTransaction)).toHaveLength(1);
  expect(await subjectsCalled(request.body.externalId)).toBe(1);
});

test('every reply lost: the request finds its own receipt and answers as the first', async () => {
  const request = { body: aSubject(), idempotencyKey: randomUUID() };

  const { result } = await withFaults(losingReplies(), () => call(tenant.client, createSubject, request));
  const retried = await call(tenant.client, createSubject, request);

  expect(result.status).toBe(201);
  expect(result.headers['idempotent-replayed']).toBeUndefined();
  expect(retried.headers['idempotent-replayed']).toBe('true');
  expect(retried.body).toEqual(result.body);
  expect(await subjectsCalled(request.body.externalId)).toBe(1);
});

test.each([
  ['the receipt cannot be read either', (name: string) => name === 'GetItem'],
  ['nothing can be reached afterwards', () => true],
])('every reply lost and %s: 504, and the retry gets the first answer', async (_case, isDown) => {
  const request = { body: aSubject(), idempotencyKey: randomUUID() };
  let isMade = false;
  const plan: Plan = {
    ofCall: (one) => {
      if (isMade && isDown(one.command)) return failing(internalError)(one);
      isMade = isMade || isTransaction(one);
      return isTransaction(one) ? lost(one) : undefined;
    },
  };

  const { result } = await withFaults(plan, () => call(tenant.client, createSubject, request));
  const retried = await call(tenant.client, createSubject, request);

  expect(result).toMatchObject({ status: 504, body: { code: 'timed_out' } });
  expect(retried.status).toBe(201);
  expect(retried.headers['idempotent-replayed']).toBe('true');
  expect(await subjectsCalled(request.body.externalId)).toBe(1);
});

test('without a key, one lost reply still makes one record', async () => {
  const name = `lost ${randomUUID()}`;

  const { result } = await withFaults(losingReplies(1), () =>
    call(tenant.owner, createApiKey, { body: { name, mode: 'test' }, idempotencyKey: null }),
  );

  expect(result.status).toBe(201);
  const made = (await everyRow('identity')).filter((row) => row.name === name);
  expect(made).toHaveLength(1);
});

test('without a key, an outcome that is not known is not called unchanged', async () => {
  const { result } = await withFaults(losingReplies(), () =>
    call(tenant.owner, createApiKey, { body: { mode: 'test' }, idempotencyKey: null }),
  );

  expect(result).toMatchObject({ status: 504, body: { code: 'timed_out' } });
  expect(result.body.detail).toContain('may have succeeded');
});

/** The first attempt is made and its reply lost; those that follow are turned away. */
function losingTheFirstReply(): Plan {
  let attempts = 0;
  return {
    ofAttempt: (one) => {
      if (!isTransaction(one)) return undefined;
      attempts += 1;
      return attempts === 1 ? lost(one) : failing(throttled)(one);
    },
  };
}

test('without a key, a reply lost before the SDK was throttled is not called unchanged', async () => {
  const name = `lost ${randomUUID()}`;

  const { result } = await withFaults(losingTheFirstReply(), () =>
    call(tenant.owner, createApiKey, { body: { name, mode: 'test' }, idempotencyKey: null }),
  );

  const made = (await everyRow('identity')).filter((row) => row.name === name);
  expect(made).toHaveLength(1);
  expect(result).toMatchObject({ status: 504, body: { code: 'timed_out' } });
});

test('nor is it with a key whose receipt cannot be read', async () => {
  const request = { body: aSubject(), idempotencyKey: randomUUID() };
  let isSent = false;
  const plan: Plan = {
    ...losingTheFirstReply(),
    // What is read before the change depends on the age of caches, and its failure would be another one.
    ofCall: (one) => {
      if (isSent && one.command === 'GetItem') return failing(internalError)(one);
      isSent = isSent || isTransaction(one);
      return undefined;
    },
  };

  const { result } = await withFaults(plan, () => call(tenant.client, createSubject, request));
  const retried = await call(tenant.client, createSubject, request);

  expect(result).toMatchObject({ status: 504, body: { code: 'timed_out' } });
  expect(retried.headers['idempotent-replayed']).toBe('true');
});

test('a throttled change is not made, and its answer says so', async () => {
  const plan: Plan = {
    ofAttempt: (one) => (isTransaction(one) ? failing(throttled)(one) : undefined),
  };

  const { result } = await withFaults(plan, () =>
    call(tenant.owner, createApiKey, { body: { mode: 'test' }, idempotencyKey: null }),
  );

  expect(result).toMatchObject({ status: 503, body: { code: 'unavailable' } });
});
