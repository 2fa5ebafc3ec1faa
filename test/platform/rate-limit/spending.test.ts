import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { shiftClock } from '#shared/platform/clock.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { routes } from '#shared/routes.ts';
import { call, keyOf } from '#test/support/api.ts';
import { connectionLost, failing } from '#test/support/aws-errors.ts';
import { aTemplate } from '#test/support/document-examples.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, withFaults } from '#test/support/faults.ts';
import { tryToStart } from '#test/support/investigated-subjects.ts';
import { aWorld, done, newSubject, type World } from '#test/support/risk-world.ts';
import { anOrganization, subscribe } from '#test/webhooks/subscriber.ts';

const MOST = 3;
const DAY_MS = 24 * 3600 * 1000;

beforeAll(async () => {
  process.env.SPENDING_LIMITS = `investigations=${MOST},pings=${MOST},prints=${MOST}`;
  process.env.BEDROCK_MODEL_ID = 'some-model';
  await prepareEngine();
});
afterEach(() => shiftClock(0));

const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();
const consent = (world: World, aiInvestigations: boolean) =>
  done(world.owner, riskRoutes.updateInvestigationAiSettings, { body: { aiInvestigations } });

describe('spending limit of investigations', () => {
  const ai = (world: World, subjectId: string) => tryToStart(world, subjectId, { assistance: 'ai' });

  test('of many at once exactly as many as allowed are started, in both modes together', async () => {
    const world = await aWorld();
    const live = await aWorld('live', world.organizationId);
    await consent(world, true);
    await consent(live, true);
    const [subject, liveSubject] = [await newSubject(world), await newSubject(live)];

    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => ai(world, subject)),
      ...Array.from({ length: 3 }, () => ai(live, liveSubject)),
    ]);

    expect(statusesOf(answers)).toEqual([...Array(MOST).fill(201), ...Array(4).fill(429)]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'spending_limit', detail: expect.stringMatching(/T00:00:00\.000Z/) });
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(DAY_MS / 1000);
    expect((await tryToStart(world, subject)).status).toBe(201);
    shiftClock(DAY_MS);
    expect((await ai(world, subject)).status).toBe(201);
  });

  test('a refused investigation counts nothing, and a repeated request counts once', async () => {
    const world = await aWorld();
    const subject = await newSubject(world);
    for (let asked = 0; asked < MOST; asked += 1) expect((await ai(world, subject)).status).toBe(403);
    await consent(world, true);
    const repeated = { idempotencyKey: randomUUID() };
    for (let asked = 0; asked <= MOST; asked += 1)
      expect((await tryToStart(world, subject, { assistance: 'ai' }, repeated)).status).toBe(201);

    expect((await ai(world, subject)).status).toBe(201);
    expect((await ai(world, subject)).status).toBe(201);
    expect((await ai(world, subject)).status).toBe(429);
    expect((await tryToStart(world, subject, { assistance: 'ai' }, repeated)).status).toBe(201);
  });
});

test('spending limit of pings: of many at once exactly as many as allowed are sent', async () => {
  const organization = await anOrganization();
  const { id } = await subscribe(organization, 'https://93.184.216.34/hook');
  const ping = () => call(organization.client, routes.webhooks.pingWebhook, { params: { id } });

  const answers = await Promise.all(Array.from({ length: 6 }, ping));

  expect(statusesOf(answers)).toEqual([...Array(MOST).fill(202), ...Array(3).fill(429)]);
});

describe('spending limit of prints', () => {
  const { previewTemplate } = routes.documents;
  const { name: _name, ...template } = aTemplate();

  test('more than allowed are refused, and other organizations are not', async () => {
    const { credential } = await keyOf(randomUUID(), 'test');
    const { credential: other } = await keyOf(randomUUID(), 'test');
    const preview = (by: typeof credential) => call(by, previewTemplate, { body: template });

    const answers = await Promise.all(Array.from({ length: 5 }, () => preview(credential)));

    expect(statusesOf(answers)).toEqual([...Array(MOST).fill(200), 429, 429]);
    expect((await preview(other)).status).toBe(200);
  });

  test('a request is allowed if its row does not answer', async () => {
    const { credential } = await keyOf(randomUUID(), 'test');
    const isSpending = ({ input }: AwsCall) => JSON.stringify(input.Key ?? {}).includes('rate#spending#');
    const fault = failing(() => connectionLost());
    const plan = { ofCall: (one: AwsCall) => (isSpending(one) ? fault(one) : undefined) };

    const { result } = await withFaults(plan, () => call(credential, previewTemplate, { body: template }));

    expect(result.status).toBe(200);
  });
});
