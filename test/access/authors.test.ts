import { beforeAll, expect, test } from 'vitest';
import { organizationRoutes } from '#shared/organization/routes.ts';
import type { Route } from '#shared/platform/http/route.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { allRoutes } from '#shared/routes.ts';
import { type CallOptions, type Credential, call, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { aPolicyKey } from '#test/support/policy-examples.ts';
import { aDefinition, aWorld, done, newSource, riskySubject, type World } from '#test/support/risk-world.ts';

/** A pipeline that keeps policies in a repository. */
const OF_AUTHORS = [
  'createBacktest',
  'createPolicy',
  'listPolicyProposals',
  'listRecords',
  'proposePolicy',
  'readBacktest',
  'readPolicySchema',
  'readPolicyScenarios',
  'readRecord',
  'replacePolicyScenarios',
  'simulatePolicy',
  'validatePolicy',
];

beforeAll(prepareEngine);

async function aPipeline(): Promise<{ world: World; author: Credential }> {
  const world = await aWorld();
  const token = await userOf(world.organizationId, 'author');
  return { world, author: async (request) => ({ 'x-risk-mode': world.mode, ...(await token(request)) }) };
}

const statusOf = async (as: Credential, route: Route, options: CallOptions) => (await call(as, route, options)).status;

test('author: may call these operations and no others', () => {
  const named = allRoutes.filter(({ forAuthors }) => forAuthors !== undefined).map(({ name }) => name);
  expect(named.toSorted()).toEqual(OF_AUTHORS.toSorted());
});

test('author: drafts, tests and proposes a version, which a person publishes', async () => {
  const { world, author } = await aPipeline();
  const { policyId } = await riskySubject(world);
  const key = aPolicyKey();
  const definition = aDefinition((await newSource(world)).identity);
  const { id, data } = await done(author, riskRoutes.createPolicy, { body: { key, definition } });
  const scenarios = [{ name: 'nothing known', evidence: [], expect: { outcome: 'incomplete' } }];
  await done(author, riskRoutes.replacePolicyScenarios, { params: { id }, body: { scenarios } });
  await done(author, riskRoutes.validatePolicy, { body: { key, definition } });
  await done(author, riskRoutes.simulatePolicy, { body: { policyVersionId: id, scenarios } });
  const against = { policyKey: key, since: '2026-01-01T00:00:00Z' };
  await done(author, riskRoutes.createBacktest, { body: { policyVersionId: id, against } });
  await done(world.owner, organizationRoutes.updateSettings, {
    body: { fourEyes: { policies: true }, expectedRevision: 0 },
  });
  const proposal = await done(author, riskRoutes.proposePolicy, { params: { id }, body: { reason: 'Tested.' } });
  const { items } = await done(author, riskRoutes.listRecords, { params: { resource: 'policies' }, query: { key } });
  const publish = { params: { id }, body: { proposalId: proposal.id } };

  expect(data.createdBy).toMatch(/^user:/);
  expect(items).toMatchObject([{ id, data: { status: 'draft' } }]);
  expect(await statusOf(author, riskRoutes.publishPolicy, publish)).toBe(403);
  expect(await statusOf(author, riskRoutes.retirePolicy, { params: { id: policyId }, body: { reason: 'x' } })).toBe(
    403,
  );
  expect(await statusOf(author, riskRoutes.configureShadow, { params: { id }, body: { enabled: true } })).toBe(403);
  expect((await call(world.admin, riskRoutes.publishPolicy, publish)).status).toBe(200);
});

test('author: reads no records of customers, whatever the parameters', async () => {
  const { world, author } = await aPipeline();
  const { subjectId, assessment } = await riskySubject(world);
  const read = (resource: string, id: string) => statusOf(author, riskRoutes.readRecord, { params: { resource, id } });
  const list = (resource: string, query: Record<string, string> = {}) =>
    statusOf(author, riskRoutes.listRecords, { params: { resource }, query });

  expect([await read('subjects', subjectId), await read('assessments', assessment.id)]).toEqual([403, 403]);
  for (const resource of ['subjects', 'evidence', 'assessments', 'events', 'sources', 'overrides'])
    expect(await list(resource), resource).toBe(403);
  expect(await list('policies', { subjectId })).toBe(400);
  expect(await statusOf(author, riskRoutes.createAssessment, { params: { id: subjectId }, body: {} })).toBe(403);
  expect(await statusOf(author, organizationRoutes.readMe, {})).toBe(403);
  // Not a record of another kind by the id of one.
  expect(await read('policies', subjectId)).toBe(404);
});
