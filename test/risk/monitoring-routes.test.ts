import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { MONITORED_POLICIES_PER_SUBJECT } from '#shared/risk/limits.ts';
import { listMonitored, saveMonitored } from '#shared/risk/repository/monitoring.ts';
import { readSubjectVersion } from '#shared/risk/repository/subject-state.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import {
  knownSubject,
  subscriptionOf,
  subscriptionsOf,
  tickUntilDone,
  tryToWatch,
  watch,
  watchedSubject,
} from '#test/support/monitored-subjects.ts';
import {
  aDefinition,
  aWorld,
  done,
  list,
  newPolicy,
  newSubject,
  stated,
  type World,
} from '#test/support/risk-world.ts';

let world: World;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
});

const stored = async (subjectId: string) => (await listMonitored(dynamoStore, world, subjectId))[0];

test('monitoring: configuring it returns its event, and the policy is due now', async () => {
  const { subjectId, policyId } = await knownSubject(world);

  const event = await watch(world, subjectId, policyId);

  const { policyKey, nextCheckAt } = await subscriptionOf(world, subjectId);
  const details = { policyVersionId: policyId, policyKey, enabled: true };
  expect(event).toMatchObject({
    resource: 'events',
    data: { type: 'risk.monitoring.configured', resource: 'subjects', resourceId: subjectId },
  });
  expect(event.data).toMatchObject({ subjectId, actor: `api_key:${world.keyId}`, details });
  expect((await list(world, 'events', { resourceId: subjectId })).body.items).toContainEqual(event);
  expect((await stored(subjectId))?.dueAt).toBe(nextCheckAt);
});

test('monitoring: is returned with its documented properties', async () => {
  const { subjectId, policyId } = await knownSubject(world);
  const { data: event } = await watch(world, subjectId, policyId);

  const [shown] = await subscriptionsOf(world, subjectId);

  expect(shown).toEqual({
    id: expect.any(String),
    resource: 'monitoring',
    data: {
      subjectId,
      policyKey: event.details.policyKey,
      policyVersionId: policyId,
      enabled: true,
      lastError: null,
      lastEvaluatedAt: null,
      nextCheckAt: event.occurredAt,
      createdAt: event.occurredAt,
      updatedAt: event.occurredAt,
    },
  });
});

test('monitoring: an unmonitored subject has an empty list', async () => {
  expect(await subscriptionsOf(world, await newSubject(world))).toEqual([]);
});

test('monitoring: a subject without evidence can be monitored', async () => {
  const { policyId } = await knownSubject(world);
  const subjectId = await newSubject(world);

  await watch(world, subjectId, policyId);

  const { version } = await readSubjectVersion(dynamoStore, world, subjectId);
  expect(version).toMatchObject({
    revision: 1,
    evidenceRevision: 0,
    sources: {},
    isMonitored: true,
  });
});

test('monitoring: another version of the same key replaces the monitored one', async () => {
  const { subjectId, policyId, source } = await watchedSubject(world);
  const before = await subscriptionOf(world, subjectId);
  const [{ id } = { id: '' }] = await subscriptionsOf(world, subjectId);
  const other = await newPolicy(world, aDefinition(source.identity), before.policyKey);

  const { data: event } = await watch(world, subjectId, other);

  const [after, ...others] = await subscriptionsOf(world, subjectId);
  expect(others).toEqual([]);
  expect(policyId).not.toBe(other);
  expect(after).toMatchObject({ id, data: { policyVersionId: other, lastError: null } });
  expect(after?.data).toMatchObject({
    createdAt: before.createdAt,
    lastEvaluatedAt: before.lastEvaluatedAt,
    nextCheckAt: event.occurredAt,
  });
});

test('monitoring: policies of different keys monitor concurrently, listed by key', async () => {
  const { subjectId, policyId, source } = await knownSubject(world);
  const other = await newPolicy(world, aDefinition(source.identity));

  await watch(world, subjectId, policyId);
  await watch(world, subjectId, other, false);

  const all = await subscriptionsOf(world, subjectId);
  const keys = all.map(({ data }) => data.policyKey);
  expect(all.map(({ data }) => data.policyVersionId).sort()).toEqual([policyId, other].sort());
  expect(keys).toEqual(keys.toSorted());
});

describe('a paused monitored policy', () => {
  test('is not due, and is due again when it is enabled', async () => {
    const { subjectId, policyId } = await watchedSubject(world);
    const { createdAt } = await subscriptionOf(world, subjectId);

    await watch(world, subjectId, policyId, false);
    const paused = await subscriptionOf(world, subjectId);
    const row = await stored(subjectId);
    const { data: event } = await watch(world, subjectId, policyId);

    expect(paused).toMatchObject({ enabled: false, nextCheckAt: null, createdAt });
    expect(row?.dueAt).toBeUndefined();
    const again = await subscriptionOf(world, subjectId);
    expect(again).toMatchObject({ enabled: true, nextCheckAt: event.occurredAt, createdAt });
    expect((await stored(subjectId))?.dueAt).toBe(event.occurredAt);
  });

  test('leaves the subject monitored only while another policy is enabled', async () => {
    const { subjectId, policyId, source } = await knownSubject(world);
    const other = await newPolicy(world, aDefinition(source.identity));
    const isMonitored = async () => (await readSubjectVersion(dynamoStore, world, subjectId)).version.isMonitored;
    await watch(world, subjectId, policyId);
    await watch(world, subjectId, other);

    await watch(world, subjectId, policyId, false);
    expect(await isMonitored()).toBe(true);
    await watch(world, subjectId, other, false);
    expect(await isMonitored()).toBe(false);
    await watch(world, subjectId, other);
    expect(await isMonitored()).toBe(true);
  });
});

test('monitoring: unprocessed evidence stays due when another policy starts to monitor', async () => {
  const { subjectId, source } = await watchedSubject(world);
  const other = await newPolicy(world, aDefinition(source.identity));
  await stated(source, subjectId, { value: 50 });

  await watch(world, subjectId, other);

  expect((await readSubjectVersion(dynamoStore, world, subjectId)).isDue).toBe(true);
  await tickUntilDone();
});

test('monitoring: after two concurrent configurations, the subject is monitored if and only if a policy is enabled', async () => {
  const { subjectId, policyId, source } = await knownSubject(world);
  const other = await newPolicy(world, aDefinition(source.identity));

  for (const [one, two] of [
    [true, true],
    [false, true],
    [true, false],
    [false, false],
  ] as const) {
    const wishes = [tryToWatch(world, subjectId, policyId, one)];
    wishes.push(tryToWatch(world, subjectId, other, two));
    const answers = await Promise.all(wishes);
    const { version } = await readSubjectVersion(dynamoStore, world, subjectId);

    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(version.isMonitored).toBe(one || two);
  }
});

describe('configuring monitoring refuses', () => {
  test('a draft', async () => {
    const subjectId = await newSubject(world);
    const body = { key: `p${randomUUID()}`, definition: aDefinition(`registered:${randomUUID()}`) };
    const { id } = await done(world.owner, riskRoutes.createPolicy, { body });

    const answer = await tryToWatch(world, subjectId, id);

    expect(answer).toMatchObject({ status: 422, body: { code: 'policy_not_published' } });
    expect(await subscriptionsOf(world, subjectId)).toEqual([]);
  });

  test('a subject or policy of another mode or organization as not found', async () => {
    const { subjectId, policyId } = await knownSubject(world);
    const others = [await aWorld('live', world.organizationId), await aWorld()];

    for (const other of others) {
      const theirs = await knownSubject(other);
      const wishes = [
        tryToWatch(world, theirs.subjectId, policyId),
        tryToWatch(world, subjectId, theirs.policyId),
        call(world.client, riskRoutes.listMonitoring, { params: { id: theirs.subjectId } }),
      ];
      for (const { status, body } of await Promise.all(wishes)) expect([status, body.code]).toEqual([404, 'not_found']);
      expect(await subscriptionsOf(other, theirs.subjectId)).toEqual([]);
    }
    expect(await subscriptionsOf(world, subjectId)).toEqual([]);
  });

  test('more policies than the maximum, but not another version of a monitored one', async () => {
    const { subjectId, policyId } = await watchedSubject(world);
    const { policyId: further } = await knownSubject(world);
    const [row] = await listMonitored(dynamoStore, world, subjectId);
    if (!row) throw new Error('Nothing watches it.');
    for (let made = 1; made < MONITORED_POLICIES_PER_SUBJECT; made += 1) {
      const paused = { ...row, policyKey: `a${made}`, enabled: false, nextCheckAt: null };
      await dynamoStore.writeOne(saveMonitored(undefined, paused));
    }

    const refused = await tryToWatch(world, subjectId, further);
    const replaced = await tryToWatch(world, subjectId, policyId, false);

    expect(refused).toMatchObject({ status: 422, body: { code: 'too_many_monitored_policies' } });
    expect(replaced.status).toBe(201);
    expect(await subscriptionsOf(world, subjectId)).toHaveLength(MONITORED_POLICIES_PER_SUBJECT);
  });

  test.each([
    ['no version', { enabled: true }],
    ['no word on whether it is enabled', { policyVersionId: randomUUID() }],
    ['something else besides', { policyVersionId: randomUUID(), enabled: true, every: 5 }],
  ])('a request with %s', async (_case, body) => {
    const params = { id: await newSubject(world) };

    const answer = await call(world.client, riskRoutes.configureMonitoring, { params, body });

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  });
});
