import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eraseOrganization } from '#shared/organization/erase-organization.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { spendingPartition } from '#shared/platform/rate-limit/spending.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { routes } from '#shared/routes.ts';
import { call, keyOf, userOf } from '#test/support/api.ts';
import { aTemplate } from '#test/support/document-examples.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { workerContext } from '#test/support/webhook-workers.ts';
import { anOrganization, subscribe } from '#test/webhooks/subscriber.ts';

const { readUsage, deleteOrganization } = routes.organization;
const DAY_MS = 24 * 3600 * 1000;
const NOTHING = { investigations: 0, inputTokens: 0, outputTokens: 0, testEvents: 0, prints: 0 };

beforeAll(async () => {
  process.env.SPENDING_LIMITS = 'pings=7,prints=3';
  await prepareEngine();
});
afterEach(() => shiftClock(0));

const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const { name: _name, ...template } = aTemplate();
const print = async (organizationId: string, mode: 'test' | 'live') =>
  call((await keyOf(organizationId, mode)).credential, routes.documents.previewTemplate, { body: template });

test('usage: days have the counts of each mode, and the limits are those of today', async () => {
  const organization = await anOrganization();
  const { organizationId, client } = organization;
  const { id } = await subscribe(organization, 'https://93.184.216.34/hook');
  const ping = () => call(client, routes.webhooks.pingWebhook, { params: { id } });
  await ping();
  await ping();
  await print(organizationId, 'live');
  const admin = await userOf(organizationId, 'admin');

  const { status, body } = await call(admin, readUsage);

  expect(status).toBe(200);
  expect(body.days).toHaveLength(30);
  expect([body.from, body.to]).toEqual([dayIn(-29), dayIn(0)]);
  expect(body.days[0]).toEqual({ date: dayIn(-29), live: NOTHING, test: NOTHING });
  const today = body.days.at(-1);
  expect(today.live.prints + today.test.prints).toBe(1);
  expect(today.live.prints).toBe(1);
  expect(today.live.testEvents + today.test.testEvents).toBe(2);
  expect(body.limits).toMatchObject({
    investigations: { perDay: 200, used: 0 },
    tokens: { perDay: 40_000_000, used: 0 },
    testEvents: { perDay: 7, used: 2 },
    prints: { perDay: 3, used: 1 },
  });
});

test('usage: is that of the organization alone, and of the days asked for', async () => {
  const organizationId = randomUUID();
  await print(organizationId, 'test');
  const owner = await userOf(organizationId, 'owner');
  const other = await userOf(randomUUID(), 'owner');
  shiftClock(2 * DAY_MS);

  const before = await call(owner, readUsage, { query: { from: dayIn(0), to: dayIn(0) } });
  const after = await call(owner, readUsage, { query: { from: dayIn(1), to: dayIn(2) } });
  const others = await call(other, readUsage);

  expect(before.body.days).toEqual([{ date: dayIn(0), live: NOTHING, test: { ...NOTHING, prints: 1 } }]);
  expect(before.body.limits.prints.used).toBe(0);
  expect(after.body.days.map(({ test: counts }: { test: object }) => counts)).toEqual([NOTHING, NOTHING]);
  expect(others.body.days.at(-3).test).toEqual(NOTHING);
});

describe('usage: is refused', () => {
  test.each([
    ['a day after the last', { from: '2026-03-02', to: '2026-03-01' }, 422, 'invalid_period'],
    ['more than 366 days', { from: '2025-03-01', to: '2026-03-02' }, 422, 'invalid_period'],
    ['a period before the calendar', { to: '0000-01-01' }, 422, 'invalid_period'],
    ['a time', { from: '2026-03-01T00:00:00Z' }, 400, 'invalid_query'],
    ['a day that does not exist', { from: '2026-02-30' }, 400, 'invalid_query'],
    ['an unknown parameter', { mode: 'live' }, 400, 'invalid_query'],
  ])('with %s', async (_case, query, status, code) => {
    const owner = await userOf(randomUUID(), 'owner');

    expect(await call(owner, readUsage, { query })).toMatchObject({ status, body: { code } });
  });

  test('to members and API keys', async () => {
    const organizationId = randomUUID();
    const { credential } = await keyOf(organizationId, 'live');

    expect((await call(await userOf(organizationId, 'member'), readUsage)).status).toBe(403);
    expect((await call(credential, readUsage)).status).toBe(403);
  });
});

test('usage: is erased with the organization', { tags: 'full' }, async () => {
  const organizationId = randomUUID();
  await print(organizationId, 'test');
  const rows = async () =>
    (await dynamoStore.query('identity', { pk: spendingPartition(organizationId) })).items.length;
  const before = await rows();
  await call(await userOf(organizationId, 'owner'), deleteOrganization, { body: { confirm: organizationId } });
  shiftClock(40 * DAY_MS);

  await eraseOrganization(workerContext(), organizationId);

  expect([before, await rows()]).toEqual([1, 0]);
});
