import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { SelectionRecord } from '#shared/risk/context.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import {
  aDefinition,
  aWorld,
  done,
  EMAIL_AGE,
  list,
  newPolicy,
  newSource,
  newSubject,
  type Source,
  stated,
  type World,
} from '#test/support/risk-world.ts';

const { selectPolicies, createContext, replaceContextPolicies, createPolicy } = riskRoutes;
let world: World;
let source: Source;
let young: string;
let old: string;
let everybody: string;

const covering = (operator: string) =>
  newPolicy(
    world,
    aDefinition(source.identity, {
      applicability: [{ all: [{ input: EMAIL_AGE, operator, value: 30 }] }],
    }),
  );

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
  source = await newSource(world);
  young = await covering('lt');
  old = await covering('gte');
  everybody = await newPolicy(world, aDefinition(source.identity));
});

const select = (subjectId: string, body: object, as = world.client) =>
  call(as, selectPolicies, { params: { id: subjectId }, body });

async function contextWith(policyVersionIds: string[]): Promise<string> {
  const body = { kind: 'application', externalId: randomUUID() };
  const { id } = await done(world.client, createContext, { body });
  await done(world.owner, replaceContextPolicies, {
    params: { id },
    body: { expectedRevision: 0, policyVersionIds },
  });
  return id;
}

interface Candidate {
  result: string;
  reasons: { key: string | null }[];
}
const resultsOf = ({ body }: { body: { data: { candidates: Candidate[] } } }) =>
  body.data.candidates.map(({ result }) => result);

test('policy selection: reports for each pinned candidate whether it covers the subject, and why not', async () => {
  const subjectId = await newSubject(world);
  const contextId = await contextWith([young, old, everybody]);
  await stated(source, subjectId);

  const selected = await select(subjectId, { contextId });

  const { data } = SelectionRecord.parse(selected.body);
  expect(selected.status).toBe(201);
  expect(data).toMatchObject({ subjectId, contextId, evidenceRevision: 1 });
  expect(data.candidates).toMatchObject([
    { policyVersionId: young, result: 'applicable', reasons: [] },
    { policyVersionId: old, result: 'not_matched', reasons: [{ key: EMAIL_AGE }] },
    { policyVersionId: everybody, result: 'applicable' },
  ]);
});

test('policy selection: is unknown if evidence is missing', async () => {
  const selected = await select(await newSubject(world), { policyVersionIds: [young, everybody] });

  expect(resultsOf(selected)).toEqual(['unknown', 'applicable']);
  expect(selected.body.data.candidates[0].reasons).toMatchObject([{ key: EMAIL_AGE }]);
});

test('policy selection: with a context, named candidates are a selection of its pinned versions', async () => {
  const subjectId = await newSubject(world);
  const contextId = await contextWith([young, everybody]);

  const selected = await select(subjectId, { contextId, policyVersionIds: [everybody] });

  expect(selected.body.data).toMatchObject({
    contextId,
    candidates: [{ policyVersionId: everybody }],
  });
});

test('policy selection: with a context, a candidate that is not pinned is refused', async () => {
  const contextId = await contextWith([young]);
  const named = { contextId, policyVersionIds: [young, everybody] };

  const answer = await select(await newSubject(world), named);

  expect(answer).toMatchObject({ status: 422, body: { code: 'policy_not_pinned' } });
  expect(answer.body.errors).toMatchObject([{ path: 'policyVersionIds.1' }]);
});

test('policy selection: a context without pins has no candidates', async () => {
  const selected = await select(await newSubject(world), { contextId: await contextWith([]) });

  expect(selected).toMatchObject({ status: 201, body: { data: { candidates: [] } } });
});

test('policy selection: is recorded in the history and creates no assessment', async () => {
  const subjectId = await newSubject(world);
  const { body } = await select(subjectId, { policyVersionIds: [everybody] });

  const { items } = (await list(world, 'events', { resourceId: body.id })).body;

  expect(items).toMatchObject([
    {
      data: {
        type: 'risk.policy_selection.recorded',
        subjectId,
        actor: `api_key:${world.keyId}`,
        details: { contextId: null, candidates: [{ policyVersionId: everybody }] },
      },
    },
  ]);
  expect((await list(world, 'assessments', { subjectId })).body.items).toEqual([]);
});

test.each([
  ['neither context nor candidates', {}],
  ['no candidates', { policyVersionIds: [] }],
  ['21 candidates', { policyVersionIds: Array.from({ length: 21 }, () => randomUUID()) }],
  ['a malformed candidate', { policyVersionIds: ['x'] }],
])('policy selection: refuses %s', async (_case, body) => {
  expect(await select(await newSubject(world), body)).toMatchObject({ status: 400 });
});

test('policy selection: refuses drafts and unknown versions', async () => {
  const body = { key: `p${randomUUID()}`, definition: aDefinition(source.identity) };
  const draft = (await done(world.owner, createPolicy, { body })).id;

  for (const [other, status, code] of [
    [draft, 422, 'policy_not_published'],
    [randomUUID(), 404, 'not_found'],
  ]) {
    const answer = await select(await newSubject(world), { policyVersionIds: [everybody, other] });
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.body.errors).toMatchObject([{ path: 'policyVersionIds.1' }]);
  }
});

test.each([
  ['organization', () => aWorld('test')],
  ['mode', () => aWorld('live', world.organizationId)],
])('policy selection: finds nothing of another %s', async (_case, other) => {
  const stranger = await other();
  const contextId = await contextWith([]);

  const aboutOurs = await select(await newSubject(world), { contextId }, stranger.client);
  const ourContext = await select(await newSubject(stranger), { contextId }, stranger.client);

  expect([aboutOurs.status, ourContext.status]).toEqual([404, 404]);
});
