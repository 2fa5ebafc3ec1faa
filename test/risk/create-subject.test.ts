import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { SubjectRecord } from '#shared/risk/subject.ts';
import { type Credential, call, keyOf, userOf } from '#test/support/api.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';

const { createSubject, readRecord, listRecords } = riskRoutes;
const organizationId = randomUUID();
let client: Credential;
let keyId: string;

beforeAll(async () => {
  await prepareEngine();
  const made = await keyOf(organizationId, 'test');
  client = made.credential;
  keyId = made.key.id;
});

const aSubject = () => ({ kind: 'person', externalId: randomUUID() });

test('create subject: creates a subject that can be read', async () => {
  const body = aSubject();

  const created = await call(client, createSubject, { body });
  const read = await call(client, readRecord, {
    params: { resource: 'subjects', id: created.body.id },
  });

  expect(created.status).toBe(201);
  expect(created.headers['x-content-type-options']).toBe('nosniff');
  expect(SubjectRecord.parse(created.body).data).toMatchObject(body);
  expect(read).toMatchObject({ status: 200, body: created.body });
});

test('create subject: records the caller in the history', async () => {
  const { body: subject } = await call(client, createSubject, { body: aSubject() });

  const { body: page } = await call(client, listRecords, {
    params: { resource: 'events' },
    query: { resourceId: subject.id },
  });
  const [event] = page.items;
  const read = await call(client, readRecord, { params: { resource: 'events', id: event.id } });

  expect(page.items).toHaveLength(1);
  expect(event.data).toEqual({
    type: 'risk.subject.created',
    resource: 'subjects',
    resourceId: subject.id,
    subjectId: subject.id,
    actor: `api_key:${keyId}`,
    reason: null,
    details: null,
    occurredAt: subject.data.createdAt,
  });
  expect(read.body).toEqual(event);
});

test('create subject: refuses a second subject with the same kind and external id, and names the first', async () => {
  const body = aSubject();
  const { body: first } = await call(client, createSubject, { body });

  const second = await call(client, createSubject, { body });
  const otherKind = await call(client, createSubject, { body: { ...body, kind: 'account' } });

  expect(second).toMatchObject({
    status: 409,
    body: { code: 'subject_exists', existingId: first.id },
  });
  expect(otherKind.status).toBe(201);
});

test('create subject: a retry with the same idempotency key returns the same response and creates one subject', async () => {
  const body = aSubject();
  const idempotencyKey = randomUUID();

  const first = await call(client, createSubject, { body, idempotencyKey });
  const again = await call(client, createSubject, {
    rawBody: `{ "externalId": "${body.externalId}",  "kind": "person" }`,
    idempotencyKey,
  });

  expect(again.status).toBe(201);
  expect(again.body).toEqual(first.body);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(again.headers['idempotent-replayed']).toBe('true');
  const rows = await everyRow('risk');
  expect(rows.filter(({ searchable }) => searchable === body.externalId)).toHaveLength(1);
});

test.each([' ', '\u00a0 \u3000'])('create subject: refuses the blank external id "%s"', async (externalId) => {
  const body = { kind: 'person', externalId };

  expect(await call(client, createSubject, { body })).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_body',
      errors: [{ path: 'externalId', message: 'Must not be blank.' }],
    },
  });
});

test('not found with a token without a mode header: the detail names the mode', async () => {
  const { id } = (await call(client, createSubject, { body: aSubject() })).body;
  const owner = await userOf(organizationId, 'owner');
  const read = (headers: Record<string, string>) =>
    call(owner, riskRoutes.readRecord, { params: { resource: 'subjects', id }, headers });

  const without = await read({});
  const live = await read({ 'x-risk-mode': 'live' });

  expect([without.status, live.status]).toEqual([404, 404]);
  expect(without.body.detail).toMatch(/in live mode, because it has no `X-Risk-Mode` header/);
  expect(live.body.detail).toBe('The record does not exist.');
  expect((await read({ 'x-risk-mode': 'test' })).status).toBe(200);
});

test('create subject: refuses an idempotency key that was used with another body', async () => {
  const idempotencyKey = randomUUID();
  await call(client, createSubject, { body: aSubject(), idempotencyKey });

  const other = await call(client, createSubject, { body: aSubject(), idempotencyKey });

  expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
});

test('create subject: refuses an idempotency key that another principal has used', async () => {
  const idempotencyKey = randomUUID();
  const body = aSubject();
  await call(client, createSubject, { body, idempotencyKey });
  const { credential: other } = await keyOf(organizationId, 'test');

  const answer = await call(other, createSubject, { body, idempotencyKey });

  expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
});

test('create subject: a refused request leaves its idempotency key usable', async () => {
  const taken = aSubject();
  await call(client, createSubject, { body: taken });
  const idempotencyKey = randomUUID();

  const refused = await call(client, createSubject, { body: taken, idempotencyKey });
  const fixed = await call(client, createSubject, { body: aSubject(), idempotencyKey });

  expect(refused.status).toBe(409);
  expect(fixed.status).toBe(201);
});

test.each([
  ['an unknown kind', { kind: 'robot', externalId: 'x' }, 'kind'],
  ['no external id', { kind: 'person' }, 'externalId'],
  ['an empty external id', { kind: 'person', externalId: '' }, 'externalId'],
  ['201 characters', { kind: 'person', externalId: '😀'.repeat(201) }, 'externalId'],
  ['a control character', { kind: 'person', externalId: 'a\u0000b' }, 'externalId'],
  ['a member that does not exist', { kind: 'person', externalId: 'x', name: 'y' }, 'name'],
])('create subject: refuses %s and names the property', async (_case, body, path) => {
  const response = await call(client, createSubject, { body });

  expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  expect(response.body.errors.map((error: { path: string }) => error.path)).toContain(path);
});

test('create subject: accepts 200 characters outside the basic plane', async () => {
  const body = { kind: 'person', externalId: '😀'.repeat(200) };

  const response = await call(client, createSubject, { body });

  expect(response).toMatchObject({ status: 201, body: { data: body } });
});

test.each([
  ['no JSON', '{"kind":', 400, 'invalid_json'],
  ['unpaired surrogate', '{"kind":"person","externalId":"\\ud800"}', 400, 'invalid_json'],
  ['nesting without end', '['.repeat(20_000), 400, 'invalid_json'],
  ['a prototype', '{"__proto__":{},"kind":"person","externalId":"p"}', 400, 'invalid_body'],
  ['more than 64 KiB', JSON.stringify({ x: 'x'.repeat(64 * 1024) }), 413, 'body_too_large'],
])('create subject: refuses a body that is %s', async (_case, rawBody, status, code) => {
  const response = await call(client, createSubject, { rawBody });

  expect(response).toMatchObject({ status, body: { code } });
  expect(response.headers).toMatchObject({
    'content-type': 'application/problem+json',
    'x-content-type-options': 'nosniff',
  });
});

test.each([
  ['missing', null, 'idempotency_key_required'],
  ['empty', '', 'invalid_idempotency_key'],
  ['121 characters long', 'k'.repeat(121), 'invalid_idempotency_key'],
  ['of other characters', 'a/b', 'invalid_idempotency_key'],
])('create subject: refuses an idempotency key that is %s', async (_case, idempotencyKey, code) => {
  const response = await call(client, createSubject, { body: aSubject(), idempotencyKey });

  expect(response).toMatchObject({ status: 400, body: { code } });
});
