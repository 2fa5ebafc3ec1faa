import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { routes } from '#shared/routes.ts';
import { call, keyOf, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { unitsOf } from '#test/support/observed-units.ts';
import { assessedSubject, made } from '#test/support/risk-examples.ts';
import { exampleOf } from '#test/support/route-examples.ts';
import { plantTenant, type Tenant } from '#test/support/tenant.ts';

const { risk, organization, webhooks, documents, verification } = routes;
const { lookUp } = organization;

let tenant: Tenant;
let other: Tenant;
beforeAll(async () => {
  await prepareEngine();
  [tenant, other] = [await plantTenant(), await plantTenant()];
});

const found = async (q: string, by: Tenant = tenant) => {
  const { status, body } = await call(by.owner, lookUp, { query: { q } });
  expect(status).toBe(200);
  return body.items;
};

test.each([
  ['subjects', risk.createSubject],
  ['policies', risk.createPolicy],
  ['sources', risk.createSource],
  ['workflows', verification.createWorkflow],
  ['sessions', verification.createSession],
  ['webhooks', webhooks.createWebhook],
  ['templates', documents.createTemplate],
  ['documents', documents.createDocument],
  ['api-keys', organization.createApiKey],
] as const)('lookup: an id of %s is found in its own organization only', async (resource, route) => {
  const id = await made(tenant, route, await exampleOf(route).prepare(tenant));

  expect(await found(id)).toEqual([{ resource, id, label: expect.stringMatching(/\S/) }]);
  expect(await found(id.toUpperCase())).toHaveLength(1);
  expect(await found(id, other)).toEqual([]);
});

test('lookup: ids of records that share a row are found', async () => {
  const { subjectId, assessmentId } = await assessedSubject(tenant);
  const { body } = await call(tenant.owner, risk.listRecords, {
    params: { resource: 'actions' },
    query: { subjectId },
  });
  const [action] = body.items;

  expect(await found(assessmentId)).toMatchObject([{ resource: 'assessments' }]);
  expect(await found(action.id)).toMatchObject([{ resource: 'actions', id: action.id }]);
});

test('lookup: subjects are found by exact external id, of every kind', async () => {
  const externalId = `customer ${randomUUID()}`;
  const ids = [];
  for (const kind of ['person', 'business'])
    ids.push(await made(tenant, risk.createSubject, { body: { kind, externalId } }));

  expect(await found(externalId)).toEqual([
    { resource: 'subjects', id: ids[0], label: `${externalId} (person)` },
    { resource: 'subjects', id: ids[1], label: `${externalId} (business)` },
  ]);
  expect(await found(externalId.slice(0, -1))).toEqual([]);
  expect(await found(externalId, other)).toEqual([]);
});

test('lookup: policies are found by the beginning of their key', async () => {
  const { body } = await exampleOf(risk.createPolicy).prepare(tenant);
  const { key } = body as { key: string };
  for (let version = 1; version <= 2; version += 1) await made(tenant, risk.createPolicy, { body });

  expect(await found(key.slice(0, 12))).toEqual([{ resource: 'policies', id: key, label: `${key} v2` }]);
  expect(await found(key, other)).toEqual([]);
});

test('lookup: documents are found by a part of their name, and lists by key or name', async () => {
  const { body, ...options } = await exampleOf(documents.createDocument).prepare(tenant);
  const named = { ...(body as object), name: 'Rental Agreement Élan 7' };
  const id = await made(tenant, documents.createDocument, { ...options, body: named });

  expect(await found('agreement é')).toEqual([{ resource: 'documents', id, label: 'Rental Agreement Élan 7' }]);
  expect(await found('ofac')).toHaveLength(2);
  expect(await found('united kingdom')).toMatchObject([{ id: 'uk_sanctions' }]);
  await call(tenant.client, documents.deleteDocument, { params: { id } });
  expect(await found('agreement é')).toEqual([]);
  expect(await found(id)).toEqual([]);
});

test('lookup: at most ten records are returned', async () => {
  for (let count = 0; count < 7; count += 1) {
    const { body } = await exampleOf(risk.createPolicy).prepare(tenant);
    await made(tenant, risk.createPolicy, {
      body: { ...(body as object), key: `s${randomUUID()}` },
    });
  }

  expect((await found('s')).length).toBeLessThanOrEqual(10);
});

test.each([{}, { q: '' }, { q: '  ' }, { q: 'a'.repeat(201) }, { q: 'a', mode: 'test' }])(
  'lookup: the query %j is a 400',
  async (query) => {
    expect((await call(tenant.owner, lookUp, { query })).status).toBe(400);
  },
);

test('lookup: API keys are refused, records of the other mode are not found', async () => {
  const { credential } = await keyOf(tenant.organizationId, 'test');
  const live = await userOf(tenant.organizationId, 'owner');
  const id = await made(tenant, risk.createSubject, await exampleOf(risk.createSubject).prepare(tenant));

  expect((await call(credential, lookUp, { query: { q: id } })).status).toBe(403);
  expect((await call(live, lookUp, { query: { q: id } })).body.items).toEqual([]);
});

test('lookup: an id costs at most 25 read units, a name at most 60 in a small organization', async () => {
  const costOf = async (q: string) => {
    const units = await unitsOf(() => call(tenant.owner, lookUp, { query: { q } }));
    return units.reduce((sum, { reads }) => sum + reads, 0);
  };

  expect(await costOf(randomUUID())).toBeLessThanOrEqual(25);
  expect(await costOf('agreement')).toBeLessThanOrEqual(60);
});
