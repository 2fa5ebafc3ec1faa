/** @module-tag full */

import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { handler as tickHandler } from '#functions/workers/tick-risk.ts';
import { addSeconds, now } from '#shared/platform/clock.ts';
import { keyIn } from '#shared/platform/store/collection.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { recordsOf } from '#shared/risk/repository/collections.ts';
import { listMonitored } from '#shared/risk/repository/monitoring.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, observed } from '#test/support/faults.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import {
  assessmentsOf,
  knownSubject,
  plantWatched,
  subscriptionOf,
  tick,
  watch,
} from '#test/support/monitored-subjects.ts';
import { seededRandom } from '#test/support/random.ts';
import { aDefinition, aWorld, newPolicy, newSource, type World } from '#test/support/risk-world.ts';
import { scaled } from '#test/support/soak.ts';
import { drain } from '#test/support/webhook-workers.ts';

const PER_TICK = 10;
const WORKERS = 4;
let world: World;

beforeEach(async () => {
  await prepareEngine();
  world = await aWorld();
});

const assessments = async (): Promise<Item[]> =>
  (await everyRow('risk')).filter(({ resource }) => resource === 'assessments');

const made = (calls: AwsCall[]) =>
  calls.filter(
    ({ command, input }) => command === 'TransactWriteItems' && JSON.stringify(input).includes('#assessments#'),
  ).length;

test('monitoring load: many due policies are all assessed once, oldest first, ten per tick', {
  tags: 'full',
}, async () => {
  const random = seededRandom();
  const count = scaled(100, 10_000);
  const policyId = await newPolicy(world, aDefinition((await newSource(world)).identity));
  // Each at a moment of its own, in no order that their ids would tell.
  const dueAts = Array.from({ length: count }, (_, index) => addSeconds(now(), -index - 1)).sort(() => random() - 0.5);
  const subjectIds = await plantWatched(world, policyId, dueAts);
  const inDueOrder = subjectIds
    .map((subjectId, index) => ({ subjectId, at: dueAts[index]?.getTime() ?? 0 }))
    .sort((one, other) => one.at - other.at)
    .map(({ subjectId }) => subjectId);

  for (let pages = 1; pages <= 3; pages += 1) {
    await tick();
    const done = new Set((await assessments()).map(({ subjectId }) => subjectId));
    expect(done).toEqual(new Set(inDueOrder.slice(0, pages * PER_TICK)));
  }

  const perTick: number[] = [];
  for (let rounds = 0; perTick.reduce((sum, one) => sum + one, 0) < count - 30; rounds += 1) {
    if (rounds > count) throw new Error('There is no end to it.');
    const ticks = await Promise.all(Array.from({ length: WORKERS }, () => observed(() => tick())));
    perTick.push(...ticks.map(({ calls }) => made(calls)));
  }

  const assessed = (await assessments()).map(({ subjectId }) => subjectId);
  expect(assessed).toHaveLength(count);
  expect(new Set(assessed)).toEqual(new Set(subjectIds));
  expect(Math.max(...perTick)).toBeLessThanOrEqual(PER_TICK);
  // Working side by side is worth it: most of them had their ten.
  expect(perTick.length).toBeLessThan((2 * count) / PER_TICK);
});

test('monitoring load: a backlog gets a worker per shard, and each checks ten of its shard', {
  tags: 'full',
}, async () => {
  const policyId = await newPolicy(world, aDefinition((await newSource(world)).identity));
  const dueAts = Array.from({ length: 150 }, (_, index) => addSeconds(now(), -index - 1));
  await plantWatched(world, policyId, dueAts);
  await drain('riskTicks');

  await tick();

  expect(await assessments()).toHaveLength(PER_TICK);
  const helpers = await drain('riskTicks');
  const shards = Array.from({ length: 8 }, (_, shard) => ({ shard }));
  expect(helpers).toHaveLength(8);
  expect(helpers).toEqual(expect.arrayContaining(shards));
  // Without the ten that were just checked: they are due again, but later.
  const due = (await everyRow('risk')).filter((row) => String(row.dueAt) <= now().toISOString());
  const left = Map.groupBy(due, ({ dueShard }) => String(dueShard));
  const perShard = shards.map(({ shard }) => left.get(`due#monitoring#${shard}`)?.length ?? 0);
  // One after another: eighty checks at a time are more than one process of ours ever makes.
  for (const helper of helpers) {
    const { batchItemFailures } = await worked(tickHandler, queueEvent([helper]));
    expect(batchItemFailures).toEqual([]);
  }
  const checked = perShard.map((count) => Math.min(count, PER_TICK));
  expect(await assessments()).toHaveLength(checked.reduce((sum, count) => sum + count, PER_TICK));
  expect(await drain('riskTicks')).toEqual([]);
});

test('monitoring load: a tick that leaves nothing due starts no further workers', async () => {
  const policyId = await newPolicy(world, aDefinition((await newSource(world)).identity));
  const dueAts = Array.from({ length: PER_TICK }, (_, index) => addSeconds(now(), -index - 1));
  await plantWatched(world, policyId, dueAts);
  await drain('riskTicks');

  await tick();

  expect(await assessments()).toHaveLength(PER_TICK);
  expect(await drain('riskTicks')).toEqual([]);
});

test('monitoring load: an invalid row does not block the others, and fails the tick', async () => {
  const { subjectId, policyId } = await knownSubject(world);
  const broken = await knownSubject(world);
  await watch(world, broken.subjectId, broken.policyId);
  const [row] = (await everyRow('risk')).filter(
    ({ pk, sk }) => pk.includes(broken.subjectId) && sk.startsWith('monitoring#'),
  );
  const update = { pk: String(row?.pk), sk: String(row?.sk) };
  await dynamoStore.writeOne({ table: 'risk', update, set: { revision: 'x' }, when: 'present' });
  await watch(world, subjectId, policyId);

  const first = await worked(tickHandler, queueEvent([{}]));
  const second = await worked(tickHandler, queueEvent([{}]));

  expect(first.batchItemFailures).toHaveLength(1);
  expect(second.batchItemFailures).toEqual([]); // put off for a minute
  expect(await assessmentsOf(world, subjectId)).toHaveLength(1);
});

test('monitoring load: an invalid subject version does not block the others', async () => {
  const { subjectId, policyId } = await knownSubject(world);
  const head = { pk: `${randomUUID()}#test#subject-state#x`, sk: 'head', revision: 1 };
  const due = { dueShard: 'due#evidence#0', dueAt: addSeconds(now(), -60).toISOString() };
  await dynamoStore.writeOne({ table: 'risk', put: { ...head, ...due } });
  await watch(world, subjectId, policyId);

  const first = await worked(tickHandler, queueEvent([{}]));
  const second = await worked(tickHandler, queueEvent([{}]));

  expect(first.batchItemFailures).toHaveLength(1);
  expect(second.batchItemFailures).toEqual([]);
  expect(await assessmentsOf(world, subjectId)).toHaveLength(1);
});

test('monitoring load: an erased subject is no longer checked', async () => {
  const { subjectId, policyId } = await knownSubject(world);
  await watch(world, subjectId, policyId);
  await dynamoStore.deleteMany('risk', [keyIn(recordsOf(world, 'subjects'), subjectId)]);

  const { batchItemFailures } = await worked(tickHandler, queueEvent([{}]));

  const [row] = await listMonitored(dynamoStore, world, subjectId);
  expect(batchItemFailures).toEqual([]);
  expect(row).toMatchObject({ lease: null, nextCheckAt: null, lastError: null });
  expect(row?.dueAt).toBeUndefined();
  expect(await assessments()).toEqual([]);
});

test('monitoring load: a policy that keeps failing does not block the others', async () => {
  const failing = await knownSubject(world);
  // Planted, since watching it through the API would put the policy into the cache of this process.
  const [failingId = ''] = await plantWatched(world, failing.policyId, [now()]);
  const policy = keyIn(recordsOf(world, 'policies'), failing.policyId);
  const data = (await dynamoStore.get('risk', policy))?.data;
  const set = { data: { definition: '{' } };
  await dynamoStore.writeOne({ table: 'risk', update: policy, set, when: 'present' });
  const policyId = await newPolicy(world, aDefinition(failing.source.identity));
  const dueAts = Array.from({ length: 2 * PER_TICK }, (_, index) => addSeconds(now(), index));
  await plantWatched(world, policyId, dueAts);

  for (const seconds of [0, 35, 70]) await tick(addSeconds(now(), seconds));

  expect(await assessments()).toHaveLength(2 * PER_TICK);
  // The list of monitored policies reads their versions.
  await dynamoStore.writeOne({ table: 'risk', update: policy, set: { data }, when: 'present' });
  const { lastError } = await subscriptionOf(world, failingId);
  expect(lastError).toBe('evaluation_failed');
});
