import { beforeAll, expect, test } from 'vitest';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { type Credential, call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { assessmentsOf, tickUntilDone, watch } from '#test/support/monitored-subjects.ts';
import {
  aDefinition,
  aWorld,
  done,
  eventTypes,
  newPolicy,
  newSource,
  readRecord,
  riskySubject,
  stated,
  tryToAssess,
  type World,
} from '#test/support/risk-world.ts';

/** A published version that must not decide any more. */
const { retirePolicy, proposePolicy, publishPolicy, createPolicy, listMonitoring, configureMonitoring } = riskRoutes;

let world: World;
let strict: World;

beforeAll(async () => {
  await prepareEngine();
  [world, strict] = [await aWorld(), await aWorld()];
  await done(strict.owner, organizationRoutes.updateSettings, {
    body: { fourEyes: { policies: true }, expectedRevision: 0 },
  });
});

const retire = (as: Credential, id: string, more: object = {}) =>
  call(as, retirePolicy, { params: { id }, body: { reason: 'Replaced.', ...more } });
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const RETIRED = [422, 'policy_retired'];

test('a retired version assesses nothing, by id or by key, and its assessments stay', async () => {
  const { subjectId, policyId, assessment, source } = await riskySubject(world);

  const retired = await retire(world.admin, policyId);
  const byId = await tryToAssess(world, subjectId, policyId);
  const byKey = await call(world.client, riskRoutes.createAssessment, {
    params: { id: subjectId },
    body: { policyKey: assessment.data.policyKey, trigger: 'test' },
  });
  const next = await newPolicy(world, aDefinition(source.identity), assessment.data.policyKey);
  const byKeyAgain = await call(world.client, riskRoutes.createAssessment, {
    params: { id: subjectId },
    body: { policyKey: assessment.data.policyKey, trigger: 'test' },
  });

  expect(retired).toMatchObject({
    status: 200,
    body: { data: { status: 'published', retiredAt: expect.any(String), retirementReason: 'Replaced.' } },
  });
  expect([codeOf(byId), codeOf(byKey)]).toEqual([RETIRED, RETIRED]);
  expect(byKeyAgain).toMatchObject({ status: 201, body: { data: { policyVersionId: next } } });
  expect((await readRecord(world, 'policies', policyId)).body).toEqual(retired.body);
  expect((await readRecord(world, 'assessments', assessment.id)).body).toEqual(assessment);
  expect(await eventTypes(world, policyId)).toEqual([
    'risk.policy.created',
    'risk.policy.published',
    'risk.policy.retired',
  ]);
});

test('an earlier draft becomes the version of its key if the later one is retired', async () => {
  const { subjectId, source, assessment, policyId } = await riskySubject(world);
  const { policyKey } = assessment.data;
  const body = { key: policyKey, definition: aDefinition(source.identity) };
  const draft = await done(world.owner, createPolicy, { body });
  const latest = await newPolicy(world, aDefinition(source.identity), policyKey);
  await retire(world.owner, latest);
  await retire(world.owner, policyId);
  await done(world.owner, publishPolicy, { params: { id: draft.id } });

  const made = await call(world.client, riskRoutes.createAssessment, {
    params: { id: subjectId },
    body: { policyKey, trigger: 'test' },
  });

  expect(made).toMatchObject({ status: 201, body: { data: { policyVersionId: draft.id } } });
});

test('a retired version monitors nothing: existing monitoring is paused and says why', async () => {
  const { subjectId, policyId, source } = await riskySubject(world);
  await watch(world, subjectId, policyId);
  await tickUntilDone();
  await retire(world.owner, policyId);
  const params = { id: subjectId };

  const shown = await done(world.client, listMonitoring, { params });
  const before = (await assessmentsOf(world, subjectId)).length;
  await stated(source, subjectId, { value: 2 });
  await tickUntilDone();
  const paused = await done(world.client, listMonitoring, { params });
  const again = await call(world.client, configureMonitoring, {
    params,
    body: { policyVersionId: policyId, enabled: true },
  });
  const off = await call(world.client, configureMonitoring, {
    params,
    body: { policyVersionId: policyId, enabled: false },
  });

  const data = { enabled: false, pausedReason: 'policy_retired', nextCheckAt: null };
  expect(shown).toMatchObject([{ data }]);
  expect(paused).toMatchObject([{ data }]);
  expect(await assessmentsOf(world, subjectId)).toHaveLength(before);
  expect([codeOf(again), off.status]).toEqual([RETIRED, 201]);
  expect(await eventTypes(world, subjectId)).toContain('risk.monitoring.paused');
});

test('a retired version is neither pinned nor selected', async () => {
  const { subjectId, policyId } = await riskySubject(world);
  await retire(world.owner, policyId);
  const context = await done(world.client, riskRoutes.createContext, {
    body: { kind: 'application', externalId: policyId },
  });

  const pinned = await call(world.owner, riskRoutes.replaceContextPolicies, {
    params: { id: context.id },
    body: { expectedRevision: 0, policyVersionIds: [policyId] },
  });
  const selected = await call(world.client, riskRoutes.selectPolicies, {
    params: { id: subjectId },
    body: { policyVersionIds: [policyId] },
  });

  expect([codeOf(pinned), codeOf(selected)]).toEqual([RETIRED, RETIRED]);
});

test('drafts and retired versions cannot be retired, nor by members, API keys or other organizations', async () => {
  const { policyId, source } = await riskySubject(world);
  const body = { key: 'of_a_draft', definition: aDefinition(source.identity) };
  const draft = await done(world.owner, createPolicy, { body });

  const refused = [
    await retire(world.member, policyId),
    await retire(world.client, policyId),
    await retire(strict.owner, policyId),
    await retire(world.owner, draft.id),
  ];
  await retire(world.owner, policyId);

  expect(refused.map(({ status }) => status)).toEqual([403, 403, 404, 409]);
  expect(codeOf(await retire(world.owner, policyId))).toEqual([409, 'already_retired']);
});

test('with four eyes, a retirement accepts the proposal of another person, and not one to publish', async () => {
  const { identity } = await newSource(strict);
  const { body: draft } = await call(strict.owner, createPolicy, {
    body: { key: 'strict', definition: aDefinition(identity) },
  });
  const propose = (as: Credential, change?: string) =>
    call(as, proposePolicy, { params: { id: draft.id }, body: { reason: 'Replaced.', ...(change && { change }) } });
  const early = await propose(strict.member, 'retire');
  const publication = (await propose(strict.member)).body.id;
  const published = await call(strict.admin, publishPolicy, {
    params: { id: draft.id },
    body: { proposalId: publication },
  });
  if (published.status !== 200) throw new Error(JSON.stringify(published.body));

  const alone = await retire(strict.owner, draft.id);
  const byPublication = await retire(strict.owner, draft.id, { proposalId: publication });
  const { body: proposal } = await propose(strict.owner, 'retire');
  const own = await retire(strict.owner, draft.id, { proposalId: proposal.id });
  const both = await Promise.all([0, 1].map(() => retire(strict.admin, draft.id, { proposalId: proposal.id })));

  expect(codeOf(early)).toEqual([409, 'policy_not_published']);
  expect(proposal).toMatchObject({ change: 'retire', status: 'open' });
  expect([codeOf(alone), codeOf(own)]).toEqual(Array(2).fill([409, 'second_person_required']));
  expect(codeOf(byPublication)).toEqual([409, 'proposal_not_open']);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
