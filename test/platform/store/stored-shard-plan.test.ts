import { randomUUID } from 'node:crypto';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { SMALL_PLAN } from '#shared/platform/store/shard-plan.ts';
import { routes } from '#shared/routes.ts';
import { everyRow, prepareEngine, tableNames } from '#test/support/engine.ts';
import type { AwsCall } from '#test/support/faults.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';

const { createSubject, readRecord, listRecords } = routes.risk;
const subjects = { params: { resource: 'subjects' } };
const PLAN_KEY = { pk: 'shard-plan', sk: 'current' };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** When the step begins. */
const STEP_MS = Date.UTC(2030, 0, 1, 12);
const GROWN_PLAN = `${SMALL_PLAN},subjects=32@2030-01-01T12:00:00Z`;

beforeEach(async () => {
  await prepareEngine();
  // No function has run in this stage yet.
  await dynamoStore.deleteMany('identity', [PLAN_KEY]);
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(STEP_MS - 48 * HOUR_MS);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A new process whose functions were deployed with this plan. */
async function startProcess(plan?: string) {
  vi.resetModules();
  if (plan === undefined) delete process.env.SHARD_PLAN;
  else process.env.SHARD_PLAN = plan;
  const { shardPlans } = await import('#shared/platform/store/shard-plans.ts');
  shardPlans(); // reads the setting, which the next process of the test changes
  return import('#shared/platform/store/stored-shard-plan.ts');
}

/** The functions of the process that was started last. */
async function functionsOfProcess() {
  const { call, keyOf } = await import('#test/support/api.ts');
  const { observed } = await import('#test/support/faults.ts');
  return { call, keyOf, observed };
}

const isPlanRead = ({ command, input }: AwsCall) =>
  command === 'GetItem' && JSON.stringify(input.Key).includes('shard-plan');
const storedPlan = () => dynamoStore.get('identity', PLAN_KEY);
const refused = expect.objectContaining({ status: 503, code: 'unavailable' });
const wholeStage = async () =>
  Object.fromEntries(await Promise.all(tableNames().map(async (table) => [table, await everyRow(table)] as const)));

/** The counts of a metric until now. */
function counted() {
  const added = vi.spyOn(Metrics.prototype, 'addMetric');
  return (name: string) => added.mock.calls.filter(([metric]) => metric === name).length;
}

test('shard plan: a stage deployed without its plan refuses to run, writes nothing and loses nothing', async () => {
  await startProcess(SMALL_PLAN);
  const before = await functionsOfProcess();
  const { credential } = await before.keyOf(randomUUID(), 'test');
  const bodies = Array.from({ length: 12 }, () => ({ kind: 'person', externalId: randomUUID() }));
  const ids: string[] = [];
  for (const body of bodies) {
    const created = await before.call(credential, createSubject, { body });
    expect(created.status).toBe(201);
    ids.push(created.body.id);
  }
  const standing = await wholeStage();

  await startProcess();
  const forgotten = await functionsOfProcess();
  const { handler: eraseOrganization } = await import('#functions/workers/erase-organization.ts');
  const { handler: tickErasures } = await import('#functions/workers/tick-erasures.ts');
  const count = counted();
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'assay-production-risk-create-subject');
  vi.stubEnv('AWS_LAMBDA_FUNCTION_VERSION', '7');
  const answers = [
    await forgotten.call(credential, createSubject, { body: bodies[0] }),
    await forgotten.call(credential, listRecords, subjects),
    await forgotten.call(credential, readRecord, {
      params: { resource: 'subjects', id: ids[0] ?? '' },
    }),
  ];
  // The release is judged by every request that it refuses, and by the defect that explains them.
  expect(count('Failures')).toBe(answers.length + 1);
  vi.unstubAllEnvs();
  const erased = await worked(eraseOrganization, queueEvent([{ organizationId: randomUUID() }]));
  await expect(worked(tickErasures, {})).rejects.toThrow('tickErasures failed');

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 3 }, () => [503, 'unavailable']),
  );
  expect(answers[0]?.body.detail).toContain('shard plan');
  expect(answers[0]?.headers['retry-after']).toBe('60');
  expect(erased.batchItemFailures).toHaveLength(1);
  expect(count('ShardPlanDiffers')).toBe(1);
  expect(count('Defects')).toBeGreaterThan(0);
  expect(await wholeStage()).toEqual(standing);

  await startProcess(SMALL_PLAN);
  const again = await functionsOfProcess();
  for (const id of ids)
    expect((await again.call(credential, readRecord, { params: { resource: 'subjects', id } })).status).toBe(200);
  const repeated = await again.call(credential, createSubject, { body: bodies[0] });
  expect([repeated.status, repeated.body.existingId]).toEqual([409, ids[0]]);
});

test('shard plan: of two first functions one stores the plan, and the other compares with it', async () => {
  const [one, other] = [await startProcess(SMALL_PLAN), await startProcess(SMALL_PLAN)];
  const [first, second] = await Promise.allSettled([one.assertShardPlan(), other.assertShardPlan()]);

  expect([first.status, second.status]).toEqual(['fulfilled', 'fulfilled']);
  expect(await storedPlan()).toMatchObject({ revision: 1 });
});

test('shard plan: of two first functions with different plans one is refused', async () => {
  const [one, other] = [await startProcess(SMALL_PLAN), await startProcess('subjects=8')];
  const outcomes = await Promise.allSettled([one.assertShardPlan(), other.assertShardPlan()]);

  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await storedPlan()).toMatchObject({ revision: 1 });
});

test('shard plan: a process reads the stored plan once, however many requests it gets', async () => {
  await startProcess(SMALL_PLAN);
  const { call, keyOf, observed } = await functionsOfProcess();
  const { credential } = await keyOf(randomUUID(), 'test');

  const { calls } = await observed(async () => {
    await Promise.all(Array.from({ length: 5 }, () => call(credential, listRecords, subjects)));
    await call(credential, listRecords, subjects);
  });

  expect(calls.filter(isPlanRead)).toHaveLength(1);
});

test('shard plan: what was compared stays known when the clock is set back a little, and not when by more', async () => {
  await startProcess(SMALL_PLAN);
  const { call, keyOf, observed } = await functionsOfProcess();
  const { credential } = await keyOf(randomUUID(), 'test');
  const readsAt = async (ms: number) => {
    vi.setSystemTime(ms);
    const { calls } = await observed(async () => {
      await call(credential, listRecords, subjects);
    });
    return calls.filter(isPlanRead).length;
  };
  const startMs = Date.now();

  expect(await readsAt(startMs)).toBe(1);
  expect(await readsAt(startMs - 5 * MINUTE_MS)).toBe(0);
  expect(await readsAt(startMs - 5 * MINUTE_MS - 1)).toBe(1);
});

test('shard plan: a further step is stored, and code without it runs until the step begins', async () => {
  const count = counted();
  const old = await startProcess(SMALL_PLAN);
  await old.assertShardPlan();
  const released = await startProcess(GROWN_PLAN);
  await released.assertShardPlan();
  expect(await storedPlan()).toMatchObject({
    kinds: {
      subjects: [
        { fromMs: 0, shards: 4 },
        { fromMs: STEP_MS, shards: 32 },
      ],
    },
    revision: 2,
  });

  // During the release, new processes of the old code start too.
  vi.setSystemTime(Date.now() + 59 * MINUTE_MS);
  const oldAgain = await startProcess(SMALL_PLAN);
  await oldAgain.assertShardPlan();
  await old.assertShardPlan();
  expect(count('ShardPlanDiffers')).toBe(0);

  // Afterwards the step has been forgotten, or the release was rolled back.
  vi.setSystemTime(Date.now() + 11 * MINUTE_MS);
  await old.assertShardPlan();
  expect(count('ShardPlanDiffers')).toBe(1);
  expect(count('Defects')).toBe(0);

  vi.setSystemTime(STEP_MS - MINUTE_MS - 1);
  await old.assertShardPlan();
  vi.setSystemTime(STEP_MS - MINUTE_MS);
  await expect(old.assertShardPlan()).rejects.toEqual(refused);
  await expect(oldAgain.assertShardPlan()).rejects.toEqual(refused);
  await released.assertShardPlan();
});

test('shard plan: a process that runs since before a step was stored learns of it in time', async () => {
  const old = await startProcess(SMALL_PLAN);
  await old.assertShardPlan();
  vi.setSystemTime(STEP_MS - 31 * MINUTE_MS);
  await old.assertShardPlan();
  const released = await startProcess(GROWN_PLAN);
  await released.assertShardPlan();

  vi.setSystemTime(STEP_MS);

  await expect(old.assertShardPlan()).rejects.toEqual(refused);
  await released.assertShardPlan();
});

test('shard plan: a step that begins too soon is refused and not stored', async () => {
  await (await startProcess(SMALL_PLAN)).assertShardPlan();
  const standing = await storedPlan();
  vi.setSystemTime(STEP_MS - 29 * MINUTE_MS);

  await expect((await startProcess(GROWN_PLAN)).assertShardPlan()).rejects.toEqual(refused);

  expect(await storedPlan()).toEqual(standing);
});

test('shard plan: after the stored plan was repaired, a refused process runs within a minute', async () => {
  await (await startProcess('subjects=8')).assertShardPlan();
  const { assertShardPlan } = await startProcess(SMALL_PLAN);
  await expect(assertShardPlan()).rejects.toEqual(refused);

  await dynamoStore.deleteMany('identity', [PLAN_KEY]);
  await expect(assertShardPlan()).rejects.toEqual(refused);
  vi.setSystemTime(Date.now() + MINUTE_MS);

  await assertShardPlan();
});
