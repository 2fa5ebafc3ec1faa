import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { ApiKey } from '#shared/identity/api-key.ts';
import { parseIdentifier } from '#shared/identity/key-identifier.ts';
import { routes } from '#shared/routes.ts';
import { type Credential, call, keyOf, signedBy, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { holding, withFaults } from '#test/support/faults.ts';
import { readableRow } from '#test/support/readable-row.ts';
import { readRows } from '#test/support/stored-state.ts';

const { createApiKey, listApiKeys, revokeApiKey } = routes.organization;
const { listRecords } = routes.risk;
const organizationId = randomUUID();
let owner: Credential;

beforeAll(async () => {
  await prepareEngine();
  owner = await userOf(organizationId, 'owner');
});

/** A credential from the answer to the creation alone. */
function credentialFrom(record: { id: string; data: { key: string; secret: string } }): Credential {
  const named = parseIdentifier(record.data.key);
  if (!named) throw new Error('The answer holds no key identifier.');
  return signedBy(
    { ...named, name: '', createdAt: '', expiresAt: null, revokedAt: null, secretVersion: 1 },
    { secret: record.data.secret },
  );
}

const statusOf = async (client: Credential) =>
  (await call(client, listRecords, { params: { resource: 'subjects' } })).status;

test('API keys: a new key signs requests with the secret in its answer', async () => {
  const body = { name: 'Checkout service', mode: 'test' };

  const created = await call(owner, createApiKey, { body });

  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.any(String),
    resource: 'api-keys',
    data: {
      ...body,
      key: expect.stringMatching(/^ak_test_[\w-]{43}$/),
      createdAt: expect.any(String),
      expiresAt: null,
      revokedAt: null,
      scopes: ['all'],
      lastUsedAt: null,
      secret: expect.stringMatching(/^[\w-]{43}$/),
    },
  });
  expect(await statusOf(credentialFrom(created.body))).toBe(200);
});

test('API keys: the secret is shown once, and again to a retry, and is never stored', async () => {
  const request = { body: { mode: 'live' }, idempotencyKey: randomUUID() };

  const created = await call(owner, createApiKey, request);
  const replayed = await call(owner, createApiKey, request);
  const { body: page } = await call(owner, listApiKeys);

  const { secret } = created.body.data;
  expect(replayed.body).toEqual(created.body);
  expect(replayed.headers['idempotent-replayed']).toBe('true');
  expect(JSON.stringify(page)).toContain(created.body.id);
  expect(JSON.stringify(page)).not.toContain(secret);
  for (const { item } of await readRows()) expect(readableRow(item)).not.toContain(secret);
});

test('API keys: every key has its own secret', async () => {
  const bodies = await Promise.all(
    Array.from({ length: 10 }, () => call(owner, createApiKey, { body: { mode: 'test' } })),
  );

  expect(new Set(bodies.map(({ body }) => body.data.secret)).size).toBe(10);
  expect(new Set(bodies.map(({ body }) => body.data.key)).size).toBe(10);
});

test('API keys: the list shows keys of both modes in order of creation, including revoked ones', async () => {
  const admin = await userOf(randomUUID(), 'admin');
  const made = [];
  for (const mode of ['test', 'live', 'test'])
    made.push((await call(admin, createApiKey, { body: { name: `The ${mode} one`, mode } })).body);
  const revoked = await call(admin, revokeApiKey, { params: { id: made[1].id } });

  const { body: page } = await call(admin, listApiKeys);

  const shown = made.map(({ data: { secret, ...data }, ...record }) => ({ ...record, data }));
  shown[1].data.revokedAt = revoked.body.data.revokedAt;
  expect(page).toEqual({ items: shown, nextOffset: null });
});

test('API keys: a revoked key is refused from the next request on', async () => {
  const { body: key } = await call(owner, createApiKey, { body: { mode: 'test' } });
  const client = credentialFrom(key);
  const before = await statusOf(client);

  const revoked = await call(owner, revokeApiKey, { params: { id: key.id } });

  const { secret, ...shown } = key.data;
  expect([before, revoked.status, await statusOf(client)]).toEqual([200, 200, 401]);
  expect(revoked.body).toEqual({
    id: key.id,
    resource: 'api-keys',
    data: { ...shown, revokedAt: expect.any(String), lastUsedAt: expect.any(String) },
  });
});

test('API keys: a request that takes longer than a second does not commit after the revocation', async () => {
  const { credential, key } = await keyOf(organizationId, 'test');
  const body = { url: 'https://8.8.8.8/hook', events: ['*'] };
  const { body: webhook } = await call(credential, routes.webhooks.createWebhook, { body });
  const params = { id: webhook.id };
  const held = holding(({ command }) => command === 'GetItem');
  const deleting = withFaults(held.plan, () => call(credential, routes.webhooks.deleteWebhook, { params }));
  await held.reached;

  await call(owner, revokeApiKey, { params: { id: key.id } });
  await sleep(1_100);
  held.release();
  const { result } = await deleting;

  const headers = { 'x-risk-mode': 'test' };
  expect(result).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  expect((await call(owner, routes.webhooks.readWebhook, { params, headers })).status).toBe(200);
});

test('API keys: the reason of a revocation is in the history of the key', async () => {
  const { body: key } = await call(owner, createApiKey, { body: { mode: 'test' } });
  const body = { reason: 'Published by mistake.' };

  const revoked = await call(owner, revokeApiKey, { params: { id: key.id }, body });
  const history = await call(owner, routes.risk.listRecords, {
    params: { resource: 'events' },
    query: { resourceId: key.id },
    headers: { 'x-risk-mode': 'test' },
  });

  expect(revoked.status).toBe(200);
  expect(history.body.items.at(-1).data).toMatchObject({ type: 'organization.api_key.revoked', reason: body.reason });
});

test('API keys: a key can be revoked once', async () => {
  const { body: key } = await call(owner, createApiKey, { body: { mode: 'test' } });
  const params = { id: key.id };

  const answers = await Promise.all(Array.from({ length: 5 }, () => call(owner, revokeApiKey, { params })));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('already_revoked');
});

test('API keys: a key works until it expires', async () => {
  const expiresAtMs = Date.now() + 60_000;
  const expiresAt = new Date(expiresAtMs).toISOString();
  const { body: key } = await call(owner, createApiKey, { body: { mode: 'test', expiresAt } });
  const client = credentialFrom(key);
  const statusAt = (nowMs: number) => {
    vi.setSystemTime(nowMs);
    return statusOf(client);
  };

  vi.useFakeTimers({ toFake: ['Date'] });
  const statuses = [await statusAt(expiresAtMs - 1_000), await statusAt(expiresAtMs)];
  vi.useRealTimers();

  expect(key.data.expiresAt).toBe(expiresAt);
  expect(statuses).toEqual([200, 401]);
});

test('API keys: an expiry is accepted with any offset, and shown in UTC', async () => {
  const body = { mode: 'test', expiresAt: '2099-03-14T01:00:00+01:00' };

  const created = await call(owner, createApiKey, { body });

  expect(created).toMatchObject({
    status: 201,
    body: { data: { expiresAt: '2099-03-14T00:00:00.000Z' } },
  });
});

test.each([
  ['no mode', { name: 'x' }, 'mode'],
  ['an unknown mode', { mode: 'staging' }, 'mode'],
  ['an empty name', { mode: 'test', name: '' }, 'name'],
  ['101 characters', { mode: 'test', name: '😀'.repeat(101) }, 'name'],
  ['a control character', { mode: 'test', name: 'a\nb' }, 'name'],
  ['an expiry that is no time', { mode: 'test', expiresAt: 'tomorrow' }, 'expiresAt'],
  ['an expiry on a day that is none', { mode: 'test', expiresAt: '2099-02-30T00:00:00Z' }, 'expiresAt'],
  ['no scope', { mode: 'test', scopes: [] }, 'scopes'],
  ['an unknown scope', { mode: 'test', scopes: ['organization'] }, 'scopes.0'],
  ['a scope twice', { mode: 'test', scopes: ['risk', 'risk'] }, 'scopes'],
  ['a member that does not exist', { mode: 'test', role: 'owner' }, 'role'],
])('API keys: a key with %s is refused with the path of the finding', async (_case, body, path) => {
  const response = await call(owner, createApiKey, { body });

  expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  expect(response.body.errors.map((error: { path: string }) => error.path)).toContain(path);
});

test('API keys: a key that is already expired is refused', async () => {
  const expiresAt = new Date().toISOString();

  const response = await call(owner, createApiKey, { body: { mode: 'test', expiresAt } });

  expect(response).toMatchObject({ status: 422, body: { code: 'expired_already' } });
});

test('API keys: a name has up to 100 characters, also outside the basic plane, and a default', async () => {
  const long = '😀'.repeat(100);

  const named = await call(owner, createApiKey, { body: { mode: 'test', name: long } });
  const unnamed = await call(owner, createApiKey, { body: { mode: 'test' } });

  expect([named.body.data.name, unnamed.body.data.name]).toEqual([long, 'API key']);
});

test('API keys: the history shows who created and who revoked a key', async () => {
  const { body: key } = await call(owner, createApiKey, { body: { mode: 'live' } });
  await call(owner, revokeApiKey, { params: { id: key.id } });

  const { body: page } = await call(owner, listRecords, {
    params: { resource: 'events' },
    query: { resourceId: key.id },
  });

  const told = page.items.map(({ data }: { data: { type: string } }) => data.type);
  expect(told).toEqual(['organization.api_key.created', 'organization.api_key.revoked']);
  expect(page.items[0].data.actor).toMatch(/^user:/);
});

test.each([
  ['test', 'live'],
  ['live', 'test'],
])('API keys: the history of a %s key is that mode’s, also if it was changed in %s', async (mode, other) => {
  const headers = { 'x-risk-mode': other };
  const { body: key } = await call(owner, createApiKey, { body: { mode }, headers });
  await call(owner, revokeApiKey, { params: { id: key.id }, headers });

  const toldIn = async (asked: string) => {
    const { body: page } = await call(owner, listRecords, {
      params: { resource: 'events' },
      query: { resourceId: key.id },
      headers: { 'x-risk-mode': asked },
    });
    return page.items.map(({ data }: { data: { type: string } }) => data.type);
  };

  const told = ['organization.api_key.created', 'organization.api_key.revoked'];
  expect([await toldIn(mode), await toldIn(other)]).toEqual([told, []]);
});

test('API keys: the stored row has the declared shape', async () => {
  const rows = (await readRows()).filter(({ kind }) => kind === 'api-keys');

  expect(rows.length).toBeGreaterThan(0);
  for (const { item } of rows) {
    const { pk, sk, ...attributes } = item;
    expect(Object.keys(ApiKey.parse(item)).sort()).toEqual(Object.keys(attributes).sort());
  }
});
