import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  done,
  EMAIL_AGE,
  list,
  newActivity,
  newPolicy,
  newSource,
  newSubject,
  type Source,
  sourceAndPolicy,
  stated,
  statedTogether,
  tryToAssess,
} from '#test/support/risk-world.ts';

/** Who may ask for an assessment, of whom, and for which cause. */
const world = preparedForFile(aWorld);
const { createAssessment, createPolicy, publishPolicy } = riskRoutes;
let source: Source;
let policyId: string;

beforeAll(async () => {
  ({ source, policyId } = await sourceAndPolicy(world));
});

describe('assessment by policyKey', () => {
  const definition = () => aDefinition(source.identity);
  const assess = async (body: object) =>
    call(world.client, createAssessment, {
      params: { id: await newSubject(world) },
      body: { trigger: 'test', ...body },
    });

  test('uses the published version with the highest number', async () => {
    const policyKey = `p${randomUUID()}`;
    const draft = () => done(world.owner, createPolicy, { body: { key: policyKey, definition: definition() } });
    const [first, second, third] = [await draft(), await draft(), await draft()];
    const publish = (id: string) => done(world.owner, publishPolicy, { params: { id } });

    const before = await assess({ policyKey });
    await publish(second.id);
    const ofSecond = await assess({ policyKey });
    const refused = await call(world.owner, publishPolicy, { params: { id: first.id } });
    const stillOfSecond = await assess({ policyKey });
    await publish(third.id);
    const ofThird = await assess({ policyKey });

    expect(before).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'newer_version_published' } });
    expect([ofSecond, stillOfSecond, ofThird].map(({ body }) => body.data.policyVersionId)).toEqual([
      second.id,
      second.id,
      third.id,
    ]);
    expect(ofThird.body.data.policyKey).toBe(policyKey);
  });

  test('uses the highest number of versions that are published concurrently', async () => {
    const policyKey = `p${randomUUID()}`;
    const body = { key: policyKey, definition: definition() };
    const drafts = [];
    for (let count = 0; count < 4; count += 1) drafts.push(await done(world.owner, createPolicy, { body }));

    const published = await Promise.all(drafts.map(({ id }) => call(world.owner, publishPolicy, { params: { id } })));

    expect(published.at(-1)?.status).toBe(200);
    for (const { status, body: problem } of published)
      if (status !== 200) expect(problem.code).toBe('newer_version_published');
    expect((await assess({ policyKey })).body.data.policyVersionId).toBe(drafts.at(-1)?.id);
  });

  test('does not find a key of another organization or mode', async () => {
    const policyKey = `p${randomUUID()}`;
    await newPolicy(world, definition(), policyKey);
    const other = await aWorld('live', world.organizationId);

    const answer = await call(other.client, createAssessment, {
      params: { id: await newSubject(other) },
      body: { policyKey, trigger: 'test' },
    });

    expect(answer.status).toBe(404);
  });

  test.each([
    ['both', () => ({ policyKey: 'a', policyVersionId: policyId })],
    ['neither', () => ({})],
  ])('with %s of key and version is refused', async (_case, body) => {
    expect(await assess(body())).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  });
});

describe('an assessment is refused', () => {
  test('for a draft', async () => {
    const body = { key: `p${randomUUID()}`, definition: aDefinition(source.identity) };
    const { id } = await done(world.owner, createPolicy, { body });

    const response = await tryToAssess(world, await newSubject(world), id);

    expect(response).toMatchObject({ status: 422, body: { code: 'policy_not_published' } });
  });

  test.each([
    ['applicability_not_matched', 100],
    ['applicability_unknown', undefined],
  ])('as %s where the policy does not cover the subject', async (code, value) => {
    const subjectId = await newSubject(world);
    const applicability = [{ all: [{ input: EMAIL_AGE, operator: 'lt', value: 50 }] }];
    const policy = await newPolicy(world, aDefinition(source.identity, { applicability }));
    if (value) await stated(source, subjectId, { value });

    const response = await tryToAssess(world, subjectId, policy);

    expect(response).toMatchObject({ status: 422, body: { code } });
    expect(response.body.errors).toMatchObject([{ path: EMAIL_AGE }]);
    expect(response.body.errors[0].message).toContain(`\`${EMAIL_AGE}\``);
    expect((await list(world, 'assessments', { subjectId })).body.items).toEqual([]);
    expect((await list(world, 'actions', { subjectId })).body.items).toEqual([]);
  });

  test('is created if one of several applicability groups matches', async () => {
    const subjectId = await newSubject(world);
    const applicability = [50, 2].map((value) => ({
      all: [{ input: EMAIL_AGE, operator: 'gt', value }],
    }));
    const policy = await newPolicy(world, aDefinition(source.identity, { applicability }));
    await stated(source, subjectId);

    expect((await tryToAssess(world, subjectId, policy)).status).toBe(201);
  });

  test.each([
    ['a trigger that is empty', { trigger: '' }],
    ['no trigger', { trigger: undefined }],
    ['a malformed policy id', { policyVersionId: 'x' }],
    ['an evaluation time', { evaluatedAt: '2026-01-01T00:00:00Z' }],
  ])('with %s', async (_case, changes) => {
    const response = await tryToAssess(world, await newSubject(world), policyId, { body: changes });

    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  });

  test.each([
    ['organization', () => aWorld('test')],
    ['mode', () => aWorld('live', world.organizationId)],
  ])('for a subject or policy of another %s', async (_case, other) => {
    const stranger = await other();

    const answers = [
      await tryToAssess(world, await newSubject(stranger), policyId),
      await tryToAssess(stranger, await newSubject(stranger), policyId),
    ];

    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('without consuming the idempotency key', async () => {
    const subjectId = await newSubject(world);
    const idempotencyKey = randomUUID();
    const applicability = [{ all: [{ input: EMAIL_AGE, operator: 'lt', value: 50 }] }];
    const policy = await newPolicy(world, aDefinition(source.identity, { applicability }));

    const refused = await tryToAssess(world, subjectId, policy, { idempotencyKey });
    await stated(source, subjectId);
    const made = await tryToAssess(world, subjectId, policy, { idempotencyKey });

    expect([refused.status, made.status]).toEqual([422, 201]);
  });
});

test.each(['owner', 'admin', 'member', 'client'] as const)('assessment: can be requested by a %s', async (who) => {
  const response = await call(world[who], createAssessment, {
    params: { id: await newSubject(world) },
    body: { policyVersionId: policyId, trigger: 'x' },
  });

  expect(response.status).toBe(201);
});

describe('events that caused an assessment', () => {
  test('are linked to it and list it', async () => {
    const subjectId = await newSubject(world);
    const [first, second] = [await newActivity(world, subjectId), await newActivity(world, subjectId)];
    const one = await assessed(world, subjectId, policyId, { eventIds: [first] });
    const both = await assessed(world, subjectId, policyId, { eventIds: [second, first] });

    const linked = (eventId: string) =>
      done(world.client, riskRoutes.listEventAssessments, { params: { id: subjectId, eventId } });

    expect(both.data.eventIds).toEqual([second, first]);
    expect((await linked(first)).items).toEqual([one, both]);
    expect((await linked(second)).items).toEqual([both]);
  });

  test('list their assessments with the parameters of every list of assessments', async () => {
    const [subjectId, otherId] = [await newSubject(world), await newSubject(world)];
    const eventId = await newActivity(world, subjectId);
    const made = await assessed(world, subjectId, policyId, { eventIds: [eventId] });
    const listed = (query: Record<string, string>) =>
      call(world.client, riskRoutes.listEventAssessments, {
        params: { id: subjectId, eventId },
        query,
      });

    for (const own of [subjectId, subjectId.toUpperCase()])
      expect((await listed({ subjectId: own, offset: '0' })).body.items).toEqual([made]);
    expect((await listed({ subjectId: otherId })).body).toEqual({ items: [], nextOffset: null });
    expect((await listed({ subjectId: 'x' })).status).toBe(400);
    for (const foreign of ['search', 'resourceId', 'investigationId'])
      expect((await listed({ [foreign]: subjectId })).status).toBe(400);
  });

  test.each([
    [50, 201],
    [51, 400],
  ])('can be %i: status %i', async (count, status) => {
    const subjectId = await newSubject(world);
    const facts = Array.from({ length: 51 }, (_, index) => ({ key: `f${index}`, type: 'number' }));
    const own = await newSource(world, facts);
    const statements = facts.map(({ key: fact }) => ({ fact }));
    await statedTogether(own, subjectId, statements);
    const { items } = (await list(world, 'events', { subjectId })).body;
    const eventIds = items.slice(0, count).map(({ id }: { id: string }) => id);

    const response = await tryToAssess(world, subjectId, policyId, { body: { eventIds } });

    expect(eventIds).toHaveLength(count);
    expect(response.status).toBe(status);
  });

  test('must be distinct', async () => {
    const subjectId = await newSubject(world);
    const eventId = await newActivity(world, subjectId);
    const eventIds = [eventId, eventId.toUpperCase()];

    expect((await tryToAssess(world, subjectId, policyId, { body: { eventIds } })).status).toBe(400);
  });

  test.each([
    ['another subject', async () => newActivity(world, await newSubject(world))],
    [
      'the other mode',
      async () => {
        const live = await aWorld('live', world.organizationId);
        return newActivity(live, await newSubject(live));
      },
    ],
    [
      'another organization',
      async () => {
        const other = await aWorld();
        return newActivity(other, await newSubject(other));
      },
    ],
    ['no subject', async () => randomUUID()],
  ])('must not be of %s', async (_case, other) => {
    const subjectId = await newSubject(world);
    const eventIds = [await newActivity(world, subjectId), await other()];

    const response = await tryToAssess(world, subjectId, policyId, { body: { eventIds } });

    expect(response).toMatchObject({ status: 422, body: { code: 'unknown_event' } });
    expect(response.body.errors).toMatchObject([{ path: 'eventIds.1' }]);
    expect((await list(world, 'assessments', { subjectId })).body.items).toEqual([]);
  });

  test('are found for their own subject only', async () => {
    const subjectId = await newSubject(world);
    const eventId = await newActivity(world, subjectId);
    const ask = (id: string, event: string) =>
      call(world.client, riskRoutes.listEventAssessments, { params: { id, eventId: event } });

    expect((await ask(subjectId, eventId)).body).toEqual({ items: [], nextOffset: null });
    expect((await ask(await newSubject(world), eventId)).status).toBe(404);
    expect((await ask(subjectId, randomUUID())).status).toBe(404);
    expect((await ask(subjectId, 'x')).status).toBe(400);
  });
});

test('assessment: a retry returns the same assessment and creates no second', async () => {
  const subjectId = await newSubject(world);
  const idempotencyKey = randomUUID();

  const first = await tryToAssess(world, subjectId, policyId, { idempotencyKey });
  const again = await tryToAssess(world, subjectId, policyId, { idempotencyKey });

  expect(again.body).toEqual(first.body);
  expect((await list(world, 'assessments', { subjectId })).body.items).toHaveLength(1);
});
