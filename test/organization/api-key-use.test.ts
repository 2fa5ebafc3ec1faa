import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import { type ApiKey, createApiKey as createKey, hourOf } from '#shared/identity/api-key.ts';
import type { KeyScope } from '#shared/identity/key-scope.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { routes } from '#shared/routes.ts';
import { call, keyOf, signedBy, userOf } from '#test/support/api.ts';
import { connectionLost, failing } from '#test/support/aws-errors.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, observed, withFaults } from '#test/support/faults.ts';
import { aSubject } from '#test/support/route-examples.ts';

const { createApiKey, listApiKeys } = routes.organization;
const { createSubject, listRecords } = routes.risk;
const { listWebhooks } = routes.webhooks;
const subjects = { params: { resource: 'subjects' } };

beforeAll(prepareEngine);

const keyWith = (changes: Partial<ApiKey>, organizationId: string = randomUUID()) =>
  keyOf(organizationId, 'test', changes);

/** A key that has not signed any request yet. */
async function unusedKey(organizationId: string = randomUUID()): Promise<ApiKey> {
  const key: ApiKey = {
    id: newId(),
    organizationId,
    name: 'unused',
    mode: 'test',
    secretVersion: 1,
    createdAt: new Date().toISOString(),
    expiresAt: null,
    revokedAt: null,
  };
  await dynamoStore.writeOne(createKey(key));
  return key;
}

const isUseNote = ({ command }: AwsCall) => command === 'UpdateItem';

async function lastUsesOf(organizationId: string): Promise<(string | null)[]> {
  const { body } = await call(await userOf(organizationId, 'owner'), listApiKeys);
  return body.items.map(({ data }: { data: { lastUsedAt: string | null } }) => data.lastUsedAt);
}

test.each<[KeyScope[], number[]]>([
  [['all'], [200, 201, 200]],
  [['read'], [200, 403, 200]],
  [['risk'], [200, 201, 403]],
  [['risk:read'], [200, 403, 403]],
  [
    ['screening', 'webhooks:read'],
    [403, 403, 200],
  ],
])('API key scopes: %j admits the routes it names', async (scopes, expected) => {
  const { credential } = await keyWith({ scopes });

  const answers = [
    await call(credential, listRecords, subjects),
    await call(credential, createSubject, { body: aSubject() }),
    await call(credential, listWebhooks),
  ];

  expect(answers.map(({ status }) => status)).toEqual(expected);
});

test.each<[KeyScope, number]>([
  ['read', 403],
  ['documents:read', 403],
  ['documents', 201],
])('API key scopes: an upload URL lets its holder store a file, and %s answers %i', async (scope, status) => {
  const { credential } = await keyWith({ scopes: [scope] });

  const answer = await call(credential, routes.documents.openUpload, { body: { sizeBytes: 1_000 } });

  expect(answer.status).toBe(status);
  expect(answer.body).not.toHaveProperty(status === 201 ? 'code' : 'url');
});

test('API key scopes: a refusal names the scope needed', async () => {
  const { credential } = await keyWith({ scopes: ['risk:read'] });

  const refused = await call(credential, createSubject, { body: aSubject() });

  expect(refused).toMatchObject({
    status: 403,
    body: {
      code: 'insufficient_scope',
      detail: 'This API key does not have the scope `risk`. Use a key with that scope.',
    },
  });
});

test('API key scopes: a key stored without scopes may call every route for keys', async () => {
  const { credential, key } = await keyWith({});

  expect(key.scopes).toBeUndefined();
  expect((await call(credential, createSubject, { body: aSubject() })).status).toBe(201);
});

test('API key scopes: the list shows them', async () => {
  const owner = await userOf(randomUUID(), 'owner');
  const scopes = ['documents', 'risk:read'];

  const created = await call(owner, createApiKey, { body: { mode: 'test', scopes } });
  const { body: page } = await call(owner, listApiKeys);

  expect(created.body.data.scopes).toEqual(scopes);
  expect(page.items[0].data.scopes).toEqual(scopes);
});

test('API key use: the first request of an hour records the hour, later ones write nothing', async () => {
  const organizationId = randomUUID();
  const client = signedBy(await unusedKey(organizationId));
  const hour = Date.parse(hourOf(Date.now()));
  const usesAt = async (nowMs: number) => {
    vi.setSystemTime(nowMs);
    const { calls } = await observed(() => call(client, listRecords, subjects));
    return calls.filter(isUseNote).length;
  };

  const unused = await lastUsesOf(organizationId);
  vi.useFakeTimers({ toFake: ['Date'] });
  const notes = [await usesAt(hour + 1_000), await usesAt(hour + 3_599_000)];
  const noted = await lastUsesOf(organizationId);
  notes.push(await usesAt(hour + 3_600_000));
  vi.useRealTimers();

  expect(unused).toEqual([null]);
  expect(notes).toEqual([1, 0, 1]);
  expect(noted).toEqual([new Date(hour).toISOString()]);
  expect(await lastUsesOf(organizationId)).toEqual([new Date(hour + 3_600_000).toISOString()]);
});

test('API key use: concurrent requests record it once', async () => {
  const organizationId = randomUUID();
  const client = signedBy(await unusedKey(organizationId));
  // The hour must not end meanwhile.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });

  const answers = await Promise.all(Array.from({ length: 5 }, () => call(client, listRecords, subjects)));

  const uses = await lastUsesOf(organizationId);
  const hour = hourOf(Date.now());
  vi.useRealTimers();
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(uses).toEqual([hour]);
});

test.each([
  ['fails', failing(connectionLost)],
  ['does not end', () => ({ waitsFor: () => new Promise(() => undefined) })],
])('API key use: a request succeeds when recording the use %s', async (_case, fault) => {
  const client = signedBy(await unusedKey());

  const { result } = await withFaults({ ofCall: (one) => (isUseNote(one) ? fault(one) : undefined) }, () =>
    call(client, createSubject, { body: aSubject() }),
  );

  expect(result.status).toBe(201);
});

test('API key use: a request with a wrong signature records nothing', async () => {
  const organizationId = randomUUID();
  const key = await unusedKey(organizationId);

  await call(signedBy(key, { secret: 'guessed' }), listRecords, subjects);

  expect(await lastUsesOf(organizationId)).toEqual([null]);
});
