import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { shiftClock } from '#shared/platform/clock.ts';
import type { DueInvestigation } from '#shared/risk/investigation-messages.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { runInvestigation } from '#shared/risk/use-cases/run-investigation.ts';
import { routes } from '#shared/routes.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { conversation, type ModelAnswer, startFakeBedrock, toolCall } from '#test/support/fake-bedrock.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { recordOf, started, tryToStart } from '#test/support/investigated-subjects.ts';
import { aWorld, done, newSubject, type World } from '#test/support/risk-world.ts';
import { some } from '#test/support/soak.ts';
import { drain, workerContext } from '#test/support/webhook-workers.ts';

const LIMIT = 20_000;
const DAY_MS = 24 * 3600 * 1000;
const LEASE_MS = 331_000;
let bedrock: Awaited<ReturnType<typeof startFakeBedrock>>;
let answer: () => ModelAnswer;

beforeAll(async () => {
  bedrock = await startFakeBedrock(() => answer());
  process.env.SPENDING_LIMITS = `tokens=${LIMIT}`;
  process.env.BEDROCK_MODEL_ID = 'some-model';
  process.env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME = bedrock.url;
  await prepareEngine();
});
afterAll(() => bedrock.stop());
beforeEach(async () => {
  bedrock.asked.length = 0;
  await drain('investigations');
});
afterEach(() => shiftClock(0));

const withUsage = (one: ModelAnswer, inputTokens: number, outputTokens: number): ModelAnswer =>
  typeof one === 'string' ? one : { ...one, body: { ...(one.body as object), usage: { inputTokens, outputTokens } } };
const answering = (input: number, output: number) => {
  answer = () => withUsage(toolCall({ findings: [] }), input, output);
};

async function consented(mode: 'test' | 'live' = 'test', organizationId?: string) {
  const world = await aWorld(mode, organizationId);
  await done(world.owner, riskRoutes.updateInvestigationAiSettings, { body: { aiInvestigations: true } });
  return world;
}

async function queued(world: World) {
  const { id } = await started(world, await newSubject(world), { assistance: 'ai' });
  const { organizationId, mode } = world;
  const message: DueInvestigation = { organizationId, mode, investigationId: id };
  return { id, message, run: () => runInvestigation(workerContext(), message) };
}

const usageOf = async (world: World) => {
  const { days, limits } = await done(world.owner, routes.organization.readUsage);
  const { live, test } = days.at(-1);
  return { live, test, used: limits.tokens.used };
};
const tokensOf = (counts: { inputTokens: number; outputTokens: number }) => [counts.inputTokens, counts.outputTokens];

test('tokens: those of each mode are counted once, however often the message comes', async () => {
  const world = await consented();
  const live = await consented('live', world.organizationId);
  const [one, other] = [await queued(world), await queued(live)];
  answering(1_200, 80);
  await one.run();
  await one.run();
  answering(300, 20);
  await other.run();

  const usage = await usageOf(world);

  expect([tokensOf(usage.test), tokensOf(usage.live), usage.used]).toEqual([[1_200, 80], [300, 20], 1_600]);
  expect([usage.test.investigations, usage.live.investigations]).toEqual([1, 1]);
});

test('tokens: an invalid answer counts, a call that the model refused does not', async () => {
  const world = await consented();
  const [invalid, refused] = [await queued(world), await queued(world)];
  answer = () => withUsage({ body: conversation([{ text: 'No.' }], 'end_turn') }, 700, 5);
  await invalid.run();
  answer = () => ({ status: 429, errorType: 'ThrottlingException', body: { message: 'Slow down.' } });
  await refused.run();

  const usage = await usageOf(world);

  expect((await recordOf(world, invalid.id)).data.errorCode).toBe('invalid_answer');
  expect((await recordOf(world, refused.id)).data.status).toBe('running');
  expect([tokensOf(usage.test), usage.used]).toEqual([[700, 5], 705]);
});

test('tokens: at the limit an investigation fails without the model, and new ones are refused', async () => {
  const world = await consented();
  const [first, second] = [await queued(world), await queued(world)];
  answering(LIMIT, 1);
  await first.run();
  await second.run();

  expect(bedrock.asked).toHaveLength(1);
  expect((await recordOf(world, first.id)).data.status).toBe('completed');
  expect((await recordOf(world, second.id)).data).toMatchObject({ status: 'failed', errorCode: 'spending_limit' });
  const subject = await newSubject(world);
  const refused = await tryToStart(world, subject, { assistance: 'ai' });
  expect(refused).toMatchObject({ status: 429, body: { code: 'spending_limit' } });
  expect(refused.body.detail).toContain(`${LIMIT} tokens of the AI model`);
  expect((await tryToStart(world, subject)).status).toBe(201);
  expect((await usageOf(world)).test.investigations).toBe(2);
  expect((await tryToStart(await consented(), await newSubject(world), { assistance: 'ai' })).status).not.toBe(429);
  shiftClock(DAY_MS);
  expect((await tryToStart(world, subject, { assistance: 'ai' })).status).toBe(201);
});

test('tokens: concurrent investigations cannot pass the limit together', async () => {
  const world = await consented();
  const all = await Promise.all(Array.from({ length: 8 }, () => queued(world)));
  answering(LIMIT - 1, 1);

  await Promise.all(all.map(({ run }) => run()));

  // Each reserves more than 8,192 tokens: two fit before the limit, and the third reaches it.
  expect(bedrock.asked.length).toBeLessThanOrEqual(3);
  const states = await Promise.all(all.map(async ({ id }) => (await recordOf(world, id)).data.status));
  expect(states.filter((status) => status === 'completed')).toHaveLength(bedrock.asked.length);
  expect(states.filter((status) => status === 'failed')).toHaveLength(8 - bedrock.asked.length);
});

test('tokens: of a worker that is killed at any call none are lost, and none counted twice', async () => {
  answering(100, 10);
  const undisturbed = await queued(await consented());
  const { calls } = await observed(undisturbed.run);
  for (const index of some([...calls.keys()], 4)) {
    const world = await consented();
    const { id, message, run } = await queued(world);
    await withFaults(crashAt(index, 'after'), () => run().catch(() => undefined));
    shiftClock(LEASE_MS);
    await runInvestigation(workerContext(), message);
    const usage = await usageOf(world);
    shiftClock(0);

    expect((await recordOf(world, id)).data.status, `killed after call ${index}`).toBe('completed');
    expect(tokensOf(usage.test), `killed after call ${index}`).toEqual([100, 10]);
    expect(usage.used).toBeGreaterThanOrEqual(110);
  }
});
