import { randomUUID } from 'node:crypto';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { secretOf as keySecretOf } from '#shared/identity/api-key.ts';
import { parseIdentifier } from '#shared/identity/key-identifier.ts';
import { parseKeyring } from '#shared/identity/keyring.ts';
import { recordRetirement } from '#shared/identity/retired-keys.ts';
import { activateNewestKey, addKey, retireKey } from '#shared/identity/rotation.ts';
import { carryOverMemoryKeys } from '#shared/organization/carry-over-memory-keys.ts';
import { masterKeyUsage } from '#shared/organization/master-key-usage.ts';
import type { Mode } from '#shared/platform/caller.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { routes } from '#shared/routes.ts';
import { openCursor, sealCursor } from '#shared/webhooks/cursor.ts';
import { deliveryId } from '#shared/webhooks/delivery.ts';
import { createDelivery, deliveryKey, parseDelivery } from '#shared/webhooks/repository/deliveries.ts';
import { findSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { secretOf, signingSecrets } from '#shared/webhooks/secret.ts';
import { deliverWebhook } from '#shared/webhooks/use-cases/deliver-webhook.ts';
import { type Credential, call, keyOf, signedBy, userOf } from '#test/support/api.ts';
import { existingSent } from '#test/support/document-examples.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { anEntry, aRun, loadList } from '#test/support/screening-examples.ts';

const { createApiKey, listApiKeys, revokeApiKey } = routes.organization;
const { createWebhook, rotateWebhookSecret } = routes.webhooks;
const { listRecords } = routes.risk;
const subjects = { params: { resource: 'subjects' } };
const MINUTE_MS = 60_000;

const ONLY_FIRST = 'first';
const ADDED = '{"current":1,"keys":{"1":"first","2":"second"}}';
const ROTATED = '{"current":2,"keys":{"1":"first","2":"second"}}';
const RETIRED = '{"current":2,"keys":{"2":"second"}}';

const secrets = mockClient(SecretsManagerClient);
let value = ONLY_FIRST;
let clockMs = Date.now();

beforeAll(prepareEngine);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  secrets.reset();
  secrets.on(GetSecretValueCommand).callsFake(async () => ({ SecretString: value }));
  becomes(ONLY_FIRST);
});
afterAll(() => {
  vi.useRealTimers();
  secrets.restore();
});

/** Changes the secret, and lets enough time pass for the process to read it again. */
function becomes(next: string): void {
  value = next;
  clockMs += 6 * MINUTE_MS;
  vi.setSystemTime(clockMs);
}

const readsOfSecret = () => secrets.commandCalls(GetSecretValueCommand).length;

const statusOf = async (credential: Credential) => (await call(credential, listRecords, subjects)).status;

const newKey = (owner: Credential, idempotencyKey: string = randomUUID()) =>
  call(owner, createApiKey, { body: { mode: 'test' }, idempotencyKey });

/** A credential with the secret in the answer. */
function credentialFrom({ body }: { body: { id: string; data: { key: string; secret: string } } }) {
  const { secret, key } = body.data;
  const named = parseIdentifier(key);
  if (!named) throw new Error('The answer holds no key identifier.');
  return signedBy(
    { ...named, name: '', createdAt: '', expiresAt: null, revokedAt: null, secretVersion: 1 },
    { secret },
  );
}

test('master key rotation: API keys and replays of either key are valid until it is retired', async () => {
  const owner = await userOf(randomUUID(), 'owner');
  const [firstRequest, secondRequest] = [randomUUID(), randomUUID()];
  const first = await newKey(owner, firstRequest);
  becomes(ADDED);
  const stillFirst = await newKey(owner);
  becomes(ROTATED);
  const second = await newKey(owner, secondRequest);

  const rotated = [first, stillFirst, second].map((made) => statusOf(credentialFrom(made)));
  const replayed = [await newKey(owner, firstRequest), await newKey(owner, secondRequest)];
  expect(await Promise.all(rotated)).toEqual([200, 200, 200]);
  expect(replayed.map(({ body }) => body)).toEqual([first.body, second.body]);
  becomes(RETIRED);

  const retired = [first, stillFirst, second].map((made) => statusOf(credentialFrom(made)));
  expect(await Promise.all(retired)).toEqual([401, 401, 200]);
  expect(await newKey(owner, firstRequest)).toMatchObject({
    status: 410,
    body: { code: 'secret_retired' },
  });
  expect((await call(owner, listApiKeys)).status).toBe(200);
});

test('master key rotation: keys stored without a number are of the first', async () => {
  const { credential, key } = await keyOf(randomUUID(), 'test');
  const secret = (await keySecretOf(key)) ?? '';
  const before = await statusOf(credential);
  becomes(ROTATED);

  const after = await statusOf(signedBy(key, { secret }));

  expect(key.masterKey).toBeUndefined();
  expect([before, after]).toEqual([200, 200]);
});

test('master key rotation: unknown and retired keys cause one read of the secret a minute', async () => {
  const organizationId = randomUUID();
  const forged = await keyOf(organizationId, 'test', { masterKey: 99 });
  const known = await keyOf(organizationId, 'test');
  await statusOf(known.credential);
  const before = readsOfSecret();

  const statuses = [];
  for (let calls = 0; calls < 20; calls += 1) statuses.push(await statusOf(forged.credential));
  const soon = readsOfSecret() - before;
  clockMs += 2 * MINUTE_MS;
  vi.setSystemTime(clockMs);
  for (let calls = 0; calls < 20; calls += 1) statuses.push(await statusOf(forged.credential));

  expect(new Set(statuses)).toEqual(new Set([401]));
  expect(soon).toBeLessThanOrEqual(1);
  expect(readsOfSecret() - before).toBeLessThanOrEqual(2);
});

test('master key rotation: a process keeps its keys while Secrets Manager is unavailable', async () => {
  const { credential } = await keyOf(randomUUID(), 'test');
  const before = await statusOf(credential);
  secrets.on(GetSecretValueCommand).rejects(Object.assign(new Error(), { name: 'TimeoutError' }));
  clockMs += 6 * MINUTE_MS;
  vi.setSystemTime(clockMs);

  expect([before, await statusOf(credential)]).toEqual([200, 200]);
});

test('master key rotation: webhooks sign with the key of each secret until it is retired', async () => {
  const scope = { organizationId: randomUUID(), mode: 'test' as Mode };
  const { credential } = await keyOf(scope.organizationId, 'test');
  const body = { url: 'https://8.8.8.8/hook', events: ['*'] };
  const request = { body, idempotencyKey: randomUUID() };
  const { body: made } = await call(credential, createWebhook, request);
  const signing = async () => {
    const webhook = await findSubscription(dynamoStore, scope, made.id);
    return webhook ? signingSecrets(webhook, new Date()) : [];
  };
  becomes(ROTATED);

  const afterRotation = await signing();
  const replayed = await call(credential, createWebhook, request);
  const { body: next } = await call(credential, rotateWebhookSecret, { params: { id: made.id } });
  const overlapping = await signing();
  becomes(RETIRED);
  const afterRetirement = await signing();

  expect(afterRotation).toEqual([made.data.secret]);
  expect(replayed.body).toEqual(made);
  expect(overlapping).toEqual([next.data.secret, made.data.secret]);
  expect(next.data.secret).toBe(await secretOf({ id: made.id, version: 2, masterKey: 2 }));
  expect(afterRetirement).toEqual([next.data.secret]);
});

test('master key rotation: a delivery that cannot be signed is not sent', async () => {
  const scope = { organizationId: randomUUID(), mode: 'test' as Mode };
  const { credential } = await keyOf(scope.organizationId, 'test');
  const body = { url: 'https://8.8.8.8/hook', events: ['*'] };
  const { body: webhook } = await call(credential, createWebhook, { body });
  becomes(RETIRED);
  const [eventId, createdAt] = [newId(), new Date().toISOString()];
  const id = deliveryId(eventId, webhook.id);
  const delivery = {
    id,
    webhookId: webhook.id,
    eventId,
    event: 'risk.subject.created',
    payload: '{}',
    attempts: [],
    attemptsInRound: 0,
    nextAttemptAt: createdAt,
    createdAt,
    status: 'pending' as const,
    lease: null,
  };
  await dynamoStore.writeOne(createDelivery(scope, delivery, new Date()));
  const now = new Date();
  const context = { store: dynamoStore, now, clock: () => now, newId, requestId: 'test', remainingMs: () => 60_000 };

  await deliverWebhook(context, { ...scope, webhookId: webhook.id, deliveryId: id });

  const row = await dynamoStore.get('webhooks', deliveryKey(scope, webhook.id, id));
  expect(parseDelivery(row, id)?.attempts).toMatchObject([{ error: 'secret_retired', status: null }]);
});

test('master key rotation: signing links of either key open until it is retired', async () => {
  const scope = { organizationId: randomUUID(), mode: 'test' as Mode };
  const owner = await userOf(scope.organizationId, 'owner');
  const headers = { 'x-risk-mode': 'test' };
  const { id, signerId, token } = await existingSent(scope);
  const other = await existingSent(scope);
  const opens = async (link: string) =>
    (await call(() => ({}), routes.documents.readSigning, { params: { token: link } })).status;
  const issue = (idempotencyKey: string) =>
    call(owner, routes.documents.issueLink, { params: { id, signerId }, headers, idempotencyKey });
  becomes(ROTATED);

  const before = await opens(token);
  const request = randomUUID();
  const issued = await issue(request);
  const fresh = String(issued.body.signingUrl).split('/').at(-1) ?? '';
  const afterwards = [await opens(token), await opens(fresh), await opens(other.token)];
  const usage = await masterKeyUsage(new Date());
  await recordRetirement(dynamoStore, 1);
  becomes(RETIRED);

  expect(before).toBe(200);
  expect(afterwards).toEqual([401, 200, 200]);
  expect((await issue(request)).body).toEqual(issued.body);
  expect([await opens(fresh), await opens(other.token)]).toEqual([200, 401]);
  expect(usage.get(2)?.signingLinks).toBe(1);
  expect(usage.get(1)?.signingLinks).toBe(1);
});

test('master key rotation: cursors of an earlier key are accepted until it is retired', async () => {
  const cursor = await sealCursor('list', 'abcd');
  becomes(ROTATED);

  const position = await openCursor('list', cursor);
  becomes(RETIRED);

  expect(position).toBe('abcd');
  await expect(openCursor('list', cursor)).rejects.toMatchObject({ code: 'invalid_cursor' });
});

test('master key rotation: usage counts what would end with each key', async () => {
  const owner = await userOf(randomUUID(), 'owner');
  const before = await masterKeyUsage(new Date());
  await newKey(owner);
  const revoked = await newKey(owner);
  await call(owner, revokeApiKey, { params: { id: revoked.body.id } });
  becomes(ROTATED);
  await newKey(owner);

  const after = await masterKeyUsage(new Date());

  const added = (number: number) => (after.get(number)?.apiKeys ?? 0) - (before.get(number)?.apiKeys ?? 0);
  expect([added(1), added(2)]).toEqual([1, 1]);
});

/** Secrets Manager with one secret; an update names the version it replaces. */
function aSecret(created: string) {
  const state = {
    value: created,
    versionId: 'v0',
    createdMs: 0,
    pending: new Map<string, string>(),
  };
  secrets.on(GetSecretValueCommand).callsFake(async () => ({
    SecretString: state.value,
    VersionId: state.versionId,
    CreatedDate: new Date(state.createdMs),
  }));
  secrets.on(PutSecretValueCommand).callsFake(async (input) => {
    expect(input.VersionStages).not.toContain('AWSCURRENT');
    state.pending.set(input.ClientRequestToken, input.SecretString);
    return {};
  });
  secrets.on(UpdateSecretVersionStageCommand).callsFake(async (input) => {
    if (input.RemoveFromVersionId !== state.versionId) throw new Error('AWSCURRENT is elsewhere.');
    state.value = state.pending.get(input.MoveToVersionId) ?? '';
    state.versionId = input.MoveToVersionId;
    state.createdMs = Date.now();
    return {};
  });
  return state;
}

test('rotate-master-secret: remembered decisions outlive every master key', async () => {
  const owner = await userOf(randomUUID(), 'owner');
  const { createScreeningRun, decideScreeningMatch, updateScreeningSettings } = routes.screening;
  await loadList('eu_fsf', [anEntry()]);
  await call(owner, updateScreeningSettings, { body: { rememberDecisions: true, expiresAfterDays: 365 } });
  const run = async () => (await call(owner, createScreeningRun, { body: aRun({ sources: ['eu_fsf'] }) })).body;
  const { matches } = await run();
  const body = { decision: 'false_positive', reason: 'Another person.' };
  await call(owner, decideScreeningMatch, { params: { id: matches[0].id }, body });
  expect((await run()).status).toBe('clear');

  becomes(ROTATED);
  expect((await run()).status).toBe('clear');
  expect(await carryOverMemoryKeys(dynamoStore, 1)).toBeGreaterThanOrEqual(1);
  expect(await carryOverMemoryKeys(dynamoStore, 1)).toBe(0);
  becomes(RETIRED);
  expect((await run()).status).toBe('clear');

  // A master key that is lost takes the key along: people are asked again, and screening goes on.
  becomes('{"current":3,"keys":{"3":"third"}}');
  expect((await run()).matches).toMatchObject([{ decision: 'pending' }]);
  becomes(ONLY_FIRST);
});

test('rotate-master-secret: adds, activates and retires in this order, with waits between', async () => {
  const state = aSecret('first');
  const pass = () => becomes(value);

  const { added } = await addKey();
  await expect(addKey()).rejects.toThrow('Activate it first');
  await expect(activateNewestKey()).rejects.toThrow('Wait until');
  await expect(retireKey(dynamoStore, 1)).rejects.toThrow('is in use');
  pass();
  const { activated } = await activateNewestKey();
  const rotated = parseKeyring(state.value);
  await expect(retireKey(dynamoStore, 1)).rejects.toThrow('Wait until');
  pass();
  await retireKey(dynamoStore, 1);

  expect([added, activated]).toEqual([2, 2]);
  expect(rotated).toMatchObject({ current: 2 });
  expect(rotated.keys.get(1)).toBe('first');
  expect(rotated.keys.get(2)).toMatch(/^[\w-]{64}$/);
  expect([...parseKeyring(state.value).keys.keys()]).toEqual([2]);
  await expect(activateNewestKey()).rejects.toThrow('Add another one first');
  await expect(retireKey(dynamoStore, 1)).resolves.toBeUndefined();
  await expect(retireKey(dynamoStore, 7)).rejects.toThrow('no key 7');
});

test('rotate-master-secret: a change by another operator in between is not overwritten', async () => {
  const state = aSecret('first');
  secrets.on(PutSecretValueCommand).callsFake(async () => {
    state.versionId = 'other';
    return {};
  });

  await expect(addKey()).rejects.toThrow('elsewhere');

  expect(state.value).toBe('first');
});
