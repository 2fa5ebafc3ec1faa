import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { isMutation, needsCredential, type Route } from '#shared/platform/http/route.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import { call, type Response } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import {
  byChance,
  cancelled,
  connectionLost,
  credentialsMissing,
  failing,
  internalError,
  isTransaction,
  limitExceeded,
  overProvisioned,
  serviceError,
  throttled,
} from '#test/support/aws-errors.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, type Fault, type Plan, withFaults } from '#test/support/faults.ts';
import { type Random, seededRandom } from '#test/support/random.ts';
import { exampleOf } from '#test/support/route-examples.ts';
import { atOnce, oneOfEachKind, scaled, walked } from '#test/support/soak.ts';
import { callerFor, plantTenant, type Tenant } from '#test/support/tenant.ts';

const guarded = allRoutes.filter(needsCredential);

beforeAll(prepareEngine);
afterAll(async () => expect(await audit()).toEqual([]));

/** A call that can be made again with the same key. */
async function readyCall(route: Route, tenant?: Tenant) {
  const caller = tenant ?? (await plantTenant());
  const example = await exampleOf(route).prepare(caller);
  const idempotencyKey = route.idempotency === 'none' ? null : randomUUID();
  return (remainingMs?: number) =>
    call(callerFor(caller, route), route, {
      ...example,
      idempotencyKey,
      ...(remainingMs !== undefined && { remainingMs }),
    });
}

function expectClean503(response: Response, point?: string) {
  expect(response.status, point).toBe(503);
  expect(response.headers, point).toMatchObject({
    'content-type': 'application/problem+json',
    'retry-after': expect.stringMatching(/^[1-9]\d*$/),
  });
  expect(response.body, point).toMatchObject({ status: 503, code: 'unavailable' });
}

/** A bad day. */
const badDay = (random: Random): Plan => ({
  ofAttempt: byChance(random, [
    [0.1, failing(throttled)],
    [0.1, failing(overProvisioned)],
    [0.05, failing(limitExceeded)],
    [0.02, failing(internalError)],
    [0.1, ifTransaction((one) => cancelled(one, 'TransactionConflict', 1))],
    [0.05, ifTransaction((one) => cancelled(one, 'ThrottlingError'))],
  ]),
  ofCall: () => ({ leaves: () => random() < 0.5 }),
});

const ifTransaction =
  (error: (call: AwsCall) => Error) =>
  (call: AwsCall): Fault | undefined =>
    isTransaction(call) ? failing(error)(call) : undefined;

/** An internal error may have come after the change: then it is unknown whether something was changed. */
function expectClean503OrUnknown(response: Response, route: Route) {
  if (response.status !== 504 || !isMutation(route)) return expectClean503(response, route.name);
  expect(response.body, route.name).toMatchObject({ status: 504, code: 'timed_out' });
}

test('on a bad day every call is done, or put off and done when it is tried again', { tags: 'full' }, async () => {
  const random = seededRandom();
  const rounds = scaled(1, 50);
  let busy = 0;

  const calls = walked(guarded, oneOfEachKind).flatMap((route): Route[] => Array(rounds).fill(route));
  await atOnce(calls, async (route) => {
    const make = await readyCall(route);

    const { result } = await withFaults(badDay(random), () => make());

    if (result.status === route.status) return;
    busy += 1;
    expectClean503OrUnknown(result, route);
    const again = await make();
    expect([route.status, exampleOf(route).repeatedStatus]).toContain(again.status);
  });
  console.log(`bad day: ${busy} of ${calls.length} calls were put off`);
});

test('a list is whole though DynamoDB leaves keys of every batch for later', async () => {
  const { listRecords } = routes.risk;
  const { readWebhook, pingWebhook } = routes.webhooks;
  const tenant = await plantTenant();
  const { params: { id = '' } = {} } = await exampleOf(readWebhook).prepare(tenant);
  for (let pings = 0; pings < 9; pings += 1) await call(tenant.client, pingWebhook, { params: { id } });
  const events = { params: { resource: 'events' }, query: { resourceId: id } };
  const list = () => call(tenant.client, listRecords, events);
  const whole = await list();

  let asked = 0;
  const plan: Plan = { ofCall: () => ({ leaves: () => asked++ % 2 === 0 }) };
  const { result, calls } = await withFaults(plan, list);

  const batches = calls.filter(({ command }) => command === 'BatchGetItem');
  expect(batches.length).toBeGreaterThan(1);
  expect(whole.body.items).toHaveLength(10);
  expect(result.body).toEqual(whole.body);
});

const OUTAGES: Record<string, () => Error> = {
  throttling: throttled,
  'too little throughput': overProvisioned,
  'an account limit': limitExceeded,
  'internal errors': internalError,
  unavailability: () => serviceError('ServiceUnavailable', 503),
  'lost connections': connectionLost,
};

test.each(oneOfEachKind(guarded).map((route) => [`${route.method} ${route.path}`, route] as const))(
  'while nothing works, %s answers 503, changes nothing and keeps the key',
  async (_title, route) => {
    const make = await readyCall(route);

    for (const [outage, error] of Object.entries(OUTAGES)) {
      const { result } = await withFaults({ ofCall: failing(error) }, () => make());
      expectClean503(result, outage);
    }

    const recovered = await make();
    expect(recovered.status).toBe(route.status);
    expect(recovered.headers['idempotent-replayed']).toBeUndefined();
  },
);

test('while every transaction is cancelled, requests give up in time and answer 503', { tags: 'full' }, async () => {
  const codes = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];
  const cases = oneOfEachKind(allRoutes.filter(isMutation)).map((route, index) => ({
    route,
    code: codes[index % codes.length] ?? '',
  }));

  let gaveUp = 0;
  const giveUp = async ({ route, code }: (typeof cases)[number]) => {
    const make = await readyCall(route);
    const plan: Plan = { ofCall: ifTransaction((one) => cancelled(one, code)) };

    const { result, calls } = await withFaults(plan, () => make(6_000));

    const point = `${route.name} ${code}`;
    // A machine that is busy with other tests may not get to answer before the time is up.
    if (result.status !== 504) {
      expectClean503(result, point);
      expect(calls.filter(isTransaction).length, point).toBeGreaterThan(0);
      gaveUp += 1;
    }
    expect((await make()).status, point).toBe(route.status);
  };
  await atOnce(cases, giveUp);

  expect(gaveUp).toBeGreaterThan(0);
});

test('the SDK asks four times before a request is answered 503', async () => {
  const { owner } = await plantTenant();
  let attempts = 0;
  const plan: Plan = {
    ofAttempt: () => {
      attempts += 1;
      return { fails: 'before', error: internalError() };
    },
  };

  const { result } = await withFaults(plan, () => call(owner, routes.organization.listApiKeys));

  expectClean503(result);
  expect(attempts).toBe(4);
});

test('a slow database is waited for', async () => {
  const make = await readyCall(routes.risk.createSubject);

  const { result } = await withFaults({ ofAttempt: () => ({ waitsFor: () => sleep(200) }) }, make);

  expect(result.status).toBe(201);
});

test('a request that runs out of time says so, and its key finds out what became of it', async () => {
  const { createSubject } = routes.risk;
  const tenant = await plantTenant();
  const example = await exampleOf(createSubject).prepare(tenant);
  const make = (remainingMs: number) =>
    call(tenant.client, createSubject, { ...example, idempotencyKey: 'slow', remainingMs });
  let answered = Promise.resolve();
  const plan: Plan = {
    ofCall: (one) => {
      if (!isTransaction(one)) return undefined;
      answered = sleep(600);
      return { waitsFor: () => answered };
    },
  };

  const { result } = await withFaults(plan, () => make(600));
  await answered;
  await vi.waitFor(async () => {
    const again = await make(10_000);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  expect(result).toMatchObject({ status: 504, body: { code: 'timed_out' } });
  expect(result.body.detail).toContain('may have succeeded');
});

test.each([
  ['takes a key', routes.risk.createSubject, /Retry it with the same Idempotency-Key\.$/],
  ['may have a key', routes.documents.addSigner, /same Idempotency-Key; without a key, read/],
  ['takes no key', routes.webhooks.updateWebhook, /Read the record before retrying/],
  ['changes nothing', routes.risk.listRecords, /Nothing was changed. Retry it\.$/],
])('a request that runs out of time and %s says how to find out', async (_case, route: Route, words) => {
  const tenant = await plantTenant();
  const example = await exampleOf(route).prepare(tenant);
  const isSlow: Plan = {
    ofCall: (one) => (isRead(one) ? { waitsFor: () => sleep(50) } : undefined),
  };

  const { result } = await withFaults(isSlow, () =>
    call(callerFor(tenant, route), route, { ...example, remainingMs: 0 }),
  );

  expect(result).toMatchObject({ status: 504, body: { code: 'timed_out' } });
  expect(result.body.detail).toMatch(words);
});

const isRead = ({ command }: AwsCall) => ['GetItem', 'Query', 'TransactWriteItems'].includes(command);

test('while no object can be stored, a document is refused with 503, and its key is good later', {
  tags: 'full',
}, async () => {
  const { createDocument } = routes.documents;
  const make = await readyCall(createDocument);
  const engine = process.env.AWS_ENDPOINT_URL_S3;
  onTestFinished(() => {
    process.env.AWS_ENDPOINT_URL_S3 = engine;
  });

  process.env.AWS_ENDPOINT_URL_S3 = 'http://127.0.0.1:9';
  expectClean503(await make());

  process.env.AWS_ENDPOINT_URL_S3 = engine;
  const recovered = await make();
  expect(recovered.status).toBe(createDocument.status);
  expect(recovered.headers['idempotent-replayed']).toBeUndefined();
});

test.each([routes.screening.uploadScreeningFile, routes.documents.openUpload])(
  'while no URL can be signed, $name is refused with 503, and its key is good later',
  async (route) => {
    const make = await readyCall(route);
    const isSigned = ({ command }: AwsCall) => command === 'PutObject';

    for (const error of [throttled, connectionLost, credentialsMissing]) {
      const ofCall = (one: AwsCall) => (isSigned(one) ? failing(error)(one) : undefined);
      const { result, calls } = await withFaults({ ofCall }, () => make());
      expect(calls.some(isSigned)).toBe(true);
      expectClean503(result, error.name);
    }

    const recovered = await make();
    expect(recovered.status).toBe(route.status);
    expect(recovered.headers['idempotent-replayed']).toBeUndefined();
  },
);

test('what is a defect of ours is not called an outage', async () => {
  const make = await readyCall(routes.risk.createSubject);
  const plan: Plan = { ofCall: ifTransaction((one) => cancelled(one, 'ValidationError')) };

  const { result } = await withFaults(plan, make);

  expect(result).toMatchObject({ status: 500, body: { code: 'internal_error' } });
  expect((await make()).status).toBe(201);
});
