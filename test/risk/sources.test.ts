import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { SourceRecord } from '#shared/risk/source.ts';
import { call, keyOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  done,
  EMAIL_AGE,
  list,
  newPolicy,
  newSource,
  newSubject,
  readRecord,
  riskySubject,
  stated,
  stateOf,
  submit,
  type World,
} from '#test/support/risk-world.ts';

const { createSource, replaceSourceBindings } = riskRoutes;
let world: World;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
});

const aSource = (changes: object = {}) => ({
  key: `s${randomUUID()}`,
  facts: [{ key: EMAIL_AGE, type: 'number' }],
  apiKeyIds: [world.keyId],
  ...changes,
});
const factsNumbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: `f${index}`, type: 'string' }));
const bind = (id: string, body: object, as = world.owner) => call(as, replaceSourceBindings, { params: { id }, body });
const newKeys = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await keyOf(world.organizationId, 'test')).key.id));

test('source: for a key identifier instead of the id, the error names the id', async () => {
  const body = aSource({ apiKeyIds: ['ak_test_abc', 'abc'] });

  const { status, body: problem } = await call(world.owner, createSource, { body });

  expect([status, problem.code]).toEqual([400, 'invalid_body']);
  expect(problem.errors).toEqual([
    {
      path: 'apiKeyIds.0',
      message: 'Must be the `id` of the API key, a UUID, not its identifier `ak_…`.',
    },
    { path: 'apiKeyIds.1', message: 'Must be a UUID.' },
  ]);
});

test('source: is created enabled at revision 1, and can be read', async () => {
  const body = aSource();

  const created = await call(world.owner, createSource, { body });
  const read = await readRecord(world, 'sources', created.body.id);

  expect(created.status).toBe(201);
  expect(SourceRecord.parse(created.body).data).toMatchObject({ ...body, enabled: true, revision: 1 });
  expect(read).toMatchObject({ status: 200, body: created.body });
});

test.each([
  ['80 characters', `a${'b'.repeat(79)}`],
  ['every sort of character', 'a0_.-z'],
  ['a single letter', 'q'],
])('source: accepts a key of %s', async (_case, key) => {
  const own = await aWorld('test');
  const body = aSource({ key, facts: [{ key, type: 'string' }], apiKeyIds: [own.keyId] });

  expect((await call(own.owner, createSource, { body })).status).toBe(201);
});

test.each([
  ['81 characters', `a${'b'.repeat(80)}`],
  ['nothing', ''],
  ['a digit first', '1a'],
  ['a capital', 'aB'],
  ['a space', 'a b'],
  ['another script', 'aä'],
  ['a line break at its end', 'a\n'],
])('refuses a source key and a fact key of %s', async (_case, key) => {
  const source = await call(world.owner, createSource, { body: aSource({ key }) });
  const facts = [{ key, type: 'string' }];
  const fact = await call(world.owner, createSource, { body: aSource({ facts }) });

  expect(source).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  expect(fact).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  expect(fact.body.errors[0].path).toBe('facts.0.key');
});

test.each([
  ['one fact', factsNumbered(1)],
  ['100 facts', factsNumbered(100)],
  ['a list of numbers', [{ key: 'a', type: 'list', itemType: 'number' }]],
  ['a boolean', [{ key: 'a', type: 'boolean' }]],
])('source: accepts %s', async (_case, facts) => {
  expect((await call(world.owner, createSource, { body: aSource({ facts }) })).status).toBe(201);
});

test.each([
  ['no facts', []],
  ['101 facts', factsNumbered(101)],
  ['a fact twice', [...factsNumbered(1), { key: 'f0', type: 'number' }]],
  ['a list without an item type', [{ key: 'a', type: 'list' }]],
  ['a list of lists', [{ key: 'a', type: 'list', itemType: 'list' }]],
  ['an item type of a scalar', [{ key: 'a', type: 'string', itemType: 'string' }]],
  ['an unknown type', [{ key: 'a', type: 'date' }]],
])('refuses %s', async (_case, facts) => {
  const response = await call(world.owner, createSource, { body: aSource({ facts }) });

  expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
});

test('source: refuses a second source with the same key, and names the first', async () => {
  const body = aSource();
  const first = await done(world.owner, createSource, { body });

  const second = await call(world.owner, createSource, { body });

  expect(second).toMatchObject({
    status: 409,
    body: { code: 'source_exists', existingId: first.id },
  });
});

test('source: binds 50 keys and refuses 51', async () => {
  const keys = await newKeys(51);

  const fifty = await call(world.owner, createSource, {
    body: aSource({ apiKeyIds: keys.slice(1) }),
  });
  const more = await call(world.owner, createSource, { body: aSource({ apiKeyIds: keys }) });
  const rebound = await bind(fifty.body.id, {
    expectedRevision: 1,
    apiKeyIds: keys,
    enabled: true,
  });

  expect(fifty.status).toBe(201);
  expect(more).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  expect(rebound).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
});

test.each([
  ['of another organization', async () => (await keyOf(randomUUID(), 'test')).key.id],
  ['of the other mode', async () => (await keyOf(world.organizationId, 'live')).key.id],
  [
    'that is revoked',
    async () => (await keyOf(world.organizationId, 'test', { revokedAt: new Date().toISOString() })).key.id,
  ],
  [
    'that has expired',
    async () => (await keyOf(world.organizationId, 'test', { expiresAt: new Date().toISOString() })).key.id,
  ],
  ['that does not exist', async () => randomUUID()],
])('source: does not bind a key %s', async (_case, otherKey) => {
  const apiKeyIds = [world.keyId, await otherKey()];
  const source = await newSource(world);

  const created = await call(world.owner, createSource, { body: aSource({ apiKeyIds }) });
  const rebound = await bind(source.id, { expectedRevision: 1, apiKeyIds, enabled: true });

  for (const response of [created, rebound]) {
    expect(response).toMatchObject({ status: 422, body: { code: 'unusable_api_key' } });
    expect(response.body.errors).toMatchObject([{ path: 'apiKeyIds.1' }]);
  }
});

test('source: can be disabled with a key that was revoked since, but not enabled again', async () => {
  const { key } = await keyOf(world.organizationId, 'test');
  const apiKeyIds = [world.keyId, key.id];
  const source = await newSource(world);
  const bound = await bind(source.id, { expectedRevision: 1, apiKeyIds, enabled: true });
  const { revokeApiKey } = organizationRoutes;
  await call(world.owner, revokeApiKey, { params: { id: key.id }, body: { reason: 'Leaked.' } });

  const disabled = await bind(source.id, { expectedRevision: 2, apiKeyIds, enabled: false });
  const enabled = await bind(source.id, { expectedRevision: 3, apiKeyIds, enabled: true });

  expect(bound.status).toBe(200);
  expect(disabled).toMatchObject({ status: 200, body: { data: { enabled: false, apiKeyIds } } });
  expect(enabled).toMatchObject({ status: 422, body: { code: 'unusable_api_key' } });
});

test('source: refuses a repeated key', async () => {
  const body = aSource({ apiKeyIds: [world.keyId, world.keyId.toUpperCase()] });

  expect((await call(world.owner, createSource, { body })).status).toBe(400);
});

test('source: requires a key if it is enabled', async () => {
  const { id } = await newSource(world);
  const without = { apiKeyIds: [], enabled: true };

  const created = await call(world.owner, createSource, { body: aSource({ apiKeyIds: [] }) });
  const enabled = await bind(id, { ...without, expectedRevision: 1 });
  const disabled = await bind(id, { ...without, expectedRevision: 1, enabled: false });
  const enabledAgain = await bind(id, { ...without, expectedRevision: 2 });

  for (const refusal of [created, enabled, enabledAgain])
    expect(refusal).toMatchObject({ status: 422, body: { code: 'source_without_keys' } });
  expect(disabled).toMatchObject({ status: 200, body: { data: { enabled: false, revision: 2 } } });
});

test('source: replaces all bindings and increments the revision', async () => {
  const { id, keyId } = await newSource(world);
  const apiKeyIds = await newKeys(2);

  const replaced = await bind(id, { expectedRevision: 1, apiKeyIds, enabled: true });

  expect(replaced).toMatchObject({ status: 200, body: { data: { apiKeyIds, revision: 2 } } });
  expect(replaced.body.data.apiKeyIds).not.toContain(keyId);
  expect((await readRecord(world, 'sources', id)).body).toEqual(replaced.body);
});

test('source: the history contains the bound keys of every revision', async () => {
  const { id, keyId } = await newSource(world);
  const apiKeyIds = await newKeys(2);
  await bind(id, { expectedRevision: 1, apiKeyIds, enabled: true });
  await bind(id, { expectedRevision: 2, apiKeyIds: [], enabled: false });

  const { items } = (await list(world, 'events', { resourceId: id })).body;

  expect(items.map(({ data }: { data: object }) => data)).toMatchObject([
    {
      type: 'risk.source.created',
      details: { revision: 1, apiKeyIds: [keyId], enabled: true },
    },
    {
      type: 'risk.source.bindings_replaced',
      details: { revision: 2, apiKeyIds, enabled: true },
    },
    {
      type: 'risk.source.bindings_replaced',
      details: { revision: 3, apiKeyIds: [], enabled: false },
    },
  ]);
});

test.each([0, 1, 3])('source: refuses the stale revision %i', async (expectedRevision) => {
  const { id, keyId } = await newSource(world);
  await bind(id, { expectedRevision: 1, apiKeyIds: [keyId], enabled: true });

  const stale = await bind(id, { expectedRevision, apiKeyIds: [], enabled: false });

  expect(stale.status).toBe(expectedRevision === 0 ? 400 : 409);
  if (expectedRevision > 0) expect(stale.body.code).toBe('stale_revision');
});

test('source: of two changes to the same revision one succeeds, and the other is refused', async () => {
  const { id, keyId } = await newSource(world);
  const change = { expectedRevision: 1, apiKeyIds: [keyId], enabled: true };

  const answers = await Promise.all([bind(id, change), bind(id, change), bind(id, change)]);

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test.each(['client', 'member'] as const)('source: cannot be changed by a %s', async (who) => {
  const { id } = await newSource(world);

  const created = await call(world[who], createSource, { body: aSource() });
  const body = { expectedRevision: 1, apiKeyIds: [], enabled: false };
  const rebound = await bind(id, body, world[who]);

  expect(created).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(rebound).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});

test('source: can be changed by an admin', async () => {
  expect((await call(world.admin, createSource, { body: aSource() })).status).toBe(201);
});

test('source: key and facts are immutable', async () => {
  const { id } = await newSource(world);
  const body = { expectedRevision: 1, apiKeyIds: [], enabled: false };

  const withKey = await bind(id, { ...body, key: 'other' });
  const withFacts = await bind(id, { ...body, facts: factsNumbered(1) });

  expect([withKey.status, withFacts.status]).toEqual([400, 400]);
});

test.each([
  ['organization', () => aWorld('test')],
  ['mode', () => aWorld('live', world.organizationId)],
])('source: is not found by another %s', async (_case, other) => {
  const { id } = await newSource(world);
  const stranger = await other();

  const body = { expectedRevision: 1, apiKeyIds: [], enabled: false };
  const rebound = await bind(id, body, stranger.owner);

  expect(rebound).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await readRecord(stranger, 'sources', id)).status).toBe(404);
});

test('source: refuses evidence while it is disabled; earlier evidence stays valid', async () => {
  const { subjectId, source, assessment } = await riskySubject(world);
  await bind(source.id, { expectedRevision: 1, apiKeyIds: [source.keyId], enabled: false });

  const refused = await submit(source, subjectId);
  const policy = await newPolicy(world, aDefinition(source.identity));
  const later = await assessed(world, subjectId, policy);

  expect(refused).toMatchObject({ status: 409, body: { code: 'source_disabled' } });
  expect(await stateOf(world, assessment.id)).toMatchObject({
    current: true,
    effectiveDecision: 'review',
  });
  expect(later.data).toMatchObject({ outcome: 'complete', score: 40 });
});

test('source: accepts evidence when it is enabled again', async () => {
  const [source, subjectId] = [await newSource(world), await newSubject(world)];
  const apiKeyIds = [source.keyId];
  await bind(source.id, { expectedRevision: 1, apiKeyIds, enabled: false });
  await bind(source.id, { expectedRevision: 2, apiKeyIds, enabled: true });

  const receipt = await stated(source, subjectId);

  expect(receipt.data.bindingRevision).toBe(3);
});

test.each([
  ['the source is disabled', (keyId: string) => ({ apiKeyIds: [keyId], enabled: false })],
  ['its key was replaced', () => ({ apiKeyIds: [world.keyId], enabled: true })],
])('source: after %s, an identical retry still returns its receipt', async (_case, change) => {
  const [source, subjectId] = [await newSource(world), await newSubject(world)];
  const idempotencyKey = randomUUID();
  const options = { idempotencyKey, body: { sourceRegistrationId: source.id, ...aStatementAt() } };
  const first = await submit(source, subjectId, {}, options);
  await bind(source.id, { expectedRevision: 1, ...change(source.keyId) });

  const again = await submit(source, subjectId, {}, options);
  const fresh = await submit(source, subjectId, {}, { ...options, idempotencyKey: randomUUID() });

  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(fresh.status).toBeGreaterThanOrEqual(403);
});

const aStatementAt = () => ({ fact: EMAIL_AGE, status: 'available', value: 3, observedAt: '2026-01-01T00:00:00Z' });
