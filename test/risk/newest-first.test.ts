import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Scope } from '#shared/platform/caller.ts';
import type { Route } from '#shared/platform/http/route.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import { type CallOptions, call, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { assessedSubject, existingContext, made } from '#test/support/risk-examples.ts';
import { exampleOf } from '#test/support/route-examples.ts';
import { callerFor, plantTenant, type Tenant } from '#test/support/tenant.ts';

const { risk, organization, webhooks, verification, documents } = routes;
const RECORDS = 3;

let tenant: Tenant;
beforeAll(async () => {
  await prepareEngine();
  tenant = await plantTenant();
});

type Query = Record<string, string | number>;
const list = (route: Route, options: CallOptions & { query: Query }) => call(callerFor(tenant, route), route, options);

/** Creates records by the example of a route. */
const createdBy = (route: Route) => async (scope: Scope) => {
  for (let count = 0; count < RECORDS; count += 1) await made(scope, route, await exampleOf(route).prepare(scope));
  return {};
};

const records = (resource: string, prepare: (scope: Scope) => Promise<unknown>, query = {}) => ({
  prepare: async (scope: Scope) => {
    await prepare(scope);
    return { params: { resource }, query };
  },
});

async function assessedSubjects(scope: Scope) {
  for (let count = 0; count < RECORDS; count += 1) await assessedSubject(scope);
  return {};
}

async function subjectsOfAContext(scope: Scope) {
  const id = await existingContext(scope);
  for (let count = 0; count < RECORDS; count += 1) {
    const subjectId = await made(scope, risk.createSubject, {
      body: { kind: 'person', externalId: randomUUID() },
    });
    await call(tenant.client, risk.addContextSubject, { params: { id }, body: { subjectId } });
  }
  return { params: { id } };
}

interface Prepared extends CallOptions {
  query?: Query;
}
const LISTS: [string, Route, { prepare: (scope: Scope) => Promise<Prepared> }][] = [
  ['subjects', risk.listRecords, records('subjects', createdBy(risk.createSubject))],
  ['policies', risk.listRecords, records('policies', createdBy(risk.createPolicy))],
  ['drafts', risk.listRecords, records('policies', async () => {}, { status: 'draft' })],
  ['sources', risk.listRecords, records('sources', createdBy(risk.createSource))],
  ['events', risk.listRecords, records('events', createdBy(risk.createSubject))],
  ['actions in the queue', risk.listActionQueue, { prepare: assessedSubjects }],
  ['subjects of a context', risk.listContextSubjects, { prepare: subjectsOfAContext }],
  ['API keys', organization.listApiKeys, { prepare: createdBy(organization.createApiKey) }],
  ['webhooks', webhooks.listWebhooks, { prepare: createdBy(webhooks.createWebhook) }],
  ['workflows', verification.listWorkflows, { prepare: createdBy(verification.createWorkflow) }],
  ['sessions', verification.listSessions, { prepare: createdBy(verification.createSession) }],
  ['templates', documents.listTemplates, { prepare: createdBy(documents.createTemplate) }],
];

test.each(LISTS)('lists: %s are listed newest first on request', async (_name, route, example) => {
  const { query = {}, ...options } = await example.prepare(tenant);

  const oldest = await list(route, { ...options, query });
  const newest = await list(route, { ...options, query: { ...query, order: 'newest' } });

  const ids = oldest.body.items.map(({ id }: { id: string }) => id);
  expect(ids.length).toBeGreaterThanOrEqual(RECORDS);
  expect(newest.body.items.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
});

test('lists: every list with an offset can be read newest first', () => {
  const withoutOrder = allRoutes.filter(({ query }) => 'offset' in query.shape && !('order' in query.shape));

  // Changed cases are in the order in which a backtest met them, and findings in that of the file; notifications, the history and tests of effectiveness are newest first already; profiles are few and in order of their keys; watches and
  // remembered decisions are looked up by subject; divergent assessments are newest first already; decisions of a context are in the order of
  // its subjects; the other three are queues, the most urgent first.
  expect(withoutOrder.map(({ name }) => name).sort()).toEqual([
    'listChangedCases',
    'listContextDecisions',
    'listDivergentAssessments',
    'listLookBackFindings',
    'listNotifications',
    'listQualitySamples',
    'listRememberedDecisions',
    'listScreeningAssurances',
    'listScreeningBatches',
    'listScreeningMatches',
    'listScreeningProfiles',
    'listScreeningSourceHistory',
    'listScreeningWatches',
    'listWorklist',
  ]);
});

test('lists: pages of one subject’s evidence continue newest first', async () => {
  const { subjectId } = await assessedSubject(tenant);
  const about = { params: { resource: 'events' }, query: { subjectId, order: 'newest' } };

  const { body } = await list(risk.listRecords, about);
  const oldest = await list(risk.listRecords, { ...about, query: { subjectId } });
  const last = body.items.at(-1);

  expect(body.items.length).toBeGreaterThan(2);
  expect(body.items).toEqual(oldest.body.items.toReversed());
  expect(last.data).toMatchObject({ type: 'risk.subject.created' });
});

test('lists: search with order=newest is a 400', async () => {
  const { status, body } = await list(risk.listRecords, {
    params: { resource: 'subjects' },
    query: { search: 'a', order: 'newest' },
  });

  expect(status).toBe(400);
  expect(body.errors).toEqual([{ path: 'order', message: '`search` returns the oldest first. Omit `order`.' }]);
});

test('policies: versions of a key are listed newest first', async () => {
  const { body } = await exampleOf(risk.createPolicy).prepare(tenant);
  const created: string[] = [];
  for (let version = 1; version <= RECORDS; version += 1) created.push(await made(tenant, risk.createPolicy, { body }));
  await createdBy(risk.createPolicy)(tenant);

  const found = await list(risk.listRecords, {
    params: { resource: 'policies' },
    query: { key: (body as { key: string }).key, order: 'newest' },
  });

  expect(found.body.items.map(({ id }: { id: string }) => id)).toEqual(created.toReversed());
});

test('event log: events are filtered by type and actor', async () => {
  const { organizationId, mode } = await plantTenant();
  const userId = randomUUID();
  const user = await userOf(organizationId, 'owner', { claims: { sub: userId } });
  const headers = { 'x-service-mode': mode };
  await createdBy(risk.createSubject)({ organizationId, mode });
  const key = await call(user, organization.createApiKey, { body: { mode }, headers });
  const log = async (query: Query) => {
    const params = { resource: 'events' };
    const { body } = await call(user, risk.listRecords, { params, headers, query });
    return body.items.map(({ data }: { data: { type: string } }) => data.type);
  };

  expect(key.status).toBe(201);
  expect(await log({ type: 'risk.subject.created' })).toHaveLength(RECORDS);
  expect(await log({ type: 'risk.*' })).toHaveLength(RECORDS);
  expect(await log({ type: 'risk.subject' })).toEqual([]);
  expect(await log({ actor: `user:${userId}` })).toEqual(['organization.api_key.created']);
  expect(await log({ actor: `user:${userId}`, type: 'risk.*', order: 'newest' })).toEqual([]);
});

test.each([{ type: 'Risk' }, { type: '*' }, { type: 'risk..created' }, { actor: 'somebody' }, { actor: 'user:' }])(
  'event log: %j is a 400',
  async (query) => {
    const { status, body } = await list(risk.listRecords, { params: { resource: 'events' }, query });

    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ path: Object.keys(query)[0] }]);
  },
);
