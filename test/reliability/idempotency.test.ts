import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mode } from '#shared/platform/caller.ts';
import type { Route } from '#shared/platform/http/route.ts';
import { routes } from '#shared/routes.ts';
import { type CallOptions, type Credential, call, keyOf, userOf } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import { aSubject } from '#test/support/route-examples.ts';
import { scaled } from '#test/support/soak.ts';

const { createSubject } = routes.risk;
const { createApiKey, revokeApiKey } = routes.organization;
const organizationId = randomUUID();
let client: Credential;
let owner: Credential;

async function aKey(ofOrganization = organizationId, mode: Mode = 'live'): Promise<Credential> {
  const { credential } = await keyOf(ofOrganization, mode);
  return credential;
}

beforeAll(async () => {
  await prepareEngine();
  client = await aKey();
  owner = await userOf(organizationId, 'owner');
});

afterAll(async () => expect(await audit()).toEqual([]));

const PARALLEL = 50;
const ROUNDS = scaled(6, 200);

test(`the same request ${PARALLEL} times at once is done once, ${ROUNDS} rounds`, { tags: 'full' }, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const request = { body: aSubject(), idempotencyKey: randomUUID() };

    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => call(client, createSubject, request)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const first = answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined);
    expect(first).toHaveLength(1);
  }
  const subjects = (await everyRow('risk')).filter(({ resource }) => resource === 'subjects');
  expect(subjects).toHaveLength(ROUNDS);
});

test('of different requests with one key at once, one is done', async () => {
  const idempotencyKey = randomUUID();

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call(client, createSubject, { body: aSubject(), idempotencyKey })),
  );

  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, ...Array(19).fill(409)]);
});

test.each<[string, () => Promise<[Credential, Route, CallOptions]>]>([
  ['another body', async () => [client, createSubject, { body: aSubject() }]],
  ['another principal', async () => [await aKey(), createSubject, {}]],
  ['another user', async () => [owner, createSubject, {}]],
  ['another path', async () => [client, { ...createSubject, path: '/risk/subjects/' }, {}]],
])('a used key with %s is refused', async (_case, otherwise) => {
  const request = { body: aSubject(), idempotencyKey: randomUUID() };
  const { body: made } = await call(client, createSubject, request);
  const [credential, route, options] = await otherwise();

  const refused = await call(credential, route, { ...request, ...options });
  const replayed = await call(client, createSubject, request);

  expect(refused).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
  expect(replayed.body).toEqual(made);
});

test('a used key on another operation is refused', async () => {
  const idempotencyKey = randomUUID();
  const { body: key } = await call(owner, createApiKey, { body: { mode: 'test' }, idempotencyKey });

  const refused = await call(owner, revokeApiKey, { params: { id: key.id }, idempotencyKey });

  expect(refused).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
});

test('every organization and mode has keys of its own', async () => {
  const request = { body: aSubject(), idempotencyKey: randomUUID() };
  const elsewhere = randomUUID();
  const callers = [
    client,
    await aKey(organizationId, 'test'),
    await aKey(elsewhere, 'live'),
    await aKey(elsewhere, 'test'),
  ];

  const answers = [];
  for (const caller of callers) answers.push(await call(caller, createSubject, request));

  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(4);
  expect(answers.some(({ headers }) => headers['idempotent-replayed'])).toBe(false);
});

describe('a refused request leaves its key usable', () => {
  const subject: [Route, () => CallOptions] = [createSubject, () => ({ body: aSubject() })];
  const apiKey: [Route, () => CallOptions] = [createApiKey, () => ({ body: { mode: 'test' } })];

  test.each<[number, string, () => Promise<CallOptions>, [Route, () => CallOptions]]>([
    [400, 'a body of another shape', async () => ({ body: { kind: 'person' } }), subject],
    [400, 'a body that is no JSON', async () => ({ rawBody: '{' }), subject],
    [400, 'an unknown query', async () => ({ body: aSubject(), query: { x: 1 } }), subject],
    [400, 'contradictory modes', async () => ({ headers: { 'x-risk-mode': 'test' } }), subject],
    [409, 'a name that is taken', async () => ({ body: await takenName() }), subject],
    [413, 'a body too large', async () => ({ body: { kind: 'x'.repeat(65_536) } }), subject],
    [422, 'an expiry in the past', async () => ({ body: { mode: 'test', expiresAt: PAST } }), apiKey],
  ])('%i: %s', async (status, _case, refusal, [route, correction]) => {
    const idempotencyKey = randomUUID();
    const caller = route === createSubject ? client : owner;

    const refused = await call(caller, route, { ...(await refusal()), idempotencyKey });
    const corrected = await call(caller, route, { ...correction(), idempotencyKey });

    expect(refused.status).toBe(status);
    expect(corrected.status).toBe(201);
    expect(corrected.headers['idempotent-replayed']).toBeUndefined();
  });

  test('401: a credential that is none', async () => {
    const request = { body: aSubject(), idempotencyKey: randomUUID() };
    const stranger: Credential = () => ({ authorization: 'Bearer a.b.c' });

    const refused = await call(stranger, createSubject, request);
    const corrected = await call(client, createSubject, request);

    expect([refused.status, corrected.status]).toEqual([401, 201]);
  });

  test('403: a role that does not suffice', async () => {
    const request = { body: { mode: 'test' }, idempotencyKey: randomUUID() };
    const member = await userOf(organizationId, 'member');

    const refused = await call(member, createApiKey, request);
    const corrected = await call(owner, createApiKey, request);

    expect([refused.status, corrected.status]).toEqual([403, 201]);
  });

  test('404 and 409: a record that is not there, a move its state forbids', async () => {
    const idempotencyKey = randomUUID();
    const { body: key } = await call(owner, createApiKey, { body: { mode: 'test' } });
    const { body: spent } = await call(owner, createApiKey, { body: { mode: 'test' } });
    await call(owner, revokeApiKey, { params: { id: spent.id } });

    const statuses = [];
    for (const id of [randomUUID(), spent.id, key.id])
      statuses.push((await call(owner, revokeApiKey, { params: { id }, idempotencyKey })).status);

    expect(statuses).toEqual([404, 409, 200]);
  });
});

const PAST = '2026-01-01T00:00:00.000Z';

async function takenName() {
  const body = aSubject();
  await call(client, createSubject, { body });
  return body;
}
