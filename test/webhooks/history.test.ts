import { randomUUID } from 'node:crypto';
import { mapConcurrently } from '@assay/foundation/concurrency';
import { beforeAll, describe, expect, test } from 'vitest';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Attempt, Delivery, DeliveryStatus } from '#shared/webhooks/delivery.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { storeDelivery } from './stored-rows.ts';
import { anOrganization, deliveriesPage, type Organization, subscribe } from './subscriber.ts';

/** The list of deliveries: newest first, for any amount of data. */
const now = new Date();
let organization: Organization;

beforeAll(async () => {
  await prepareEngine();
  organization = await anOrganization();
});

const aWebhook = async () => (await subscribe(organization, 'http://127.0.0.1:9/')).id;

const STATUSES: DeliveryStatus[] = ['pending', 'succeeded', 'failed'];

/** This many deliveries, a second apart, newest first. */
async function plant(webhookId: string, count: number, changes: Partial<Delivery> = {}) {
  return mapConcurrently([...Array(count).keys()], 25, (index) =>
    storeDelivery(organization, webhookId, {
      at: addSeconds(now, -index),
      status: STATUSES[index % 3] as DeliveryStatus,
      ...changes,
    }),
  );
}

const idsIn = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id);

/** All pages, with an action between them. */
async function everyPage(
  webhookId: string,
  query: Record<string, string | number>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null | undefined;
  do {
    const { status, body } = await deliveriesPage(organization, webhookId, {
      ...query,
      ...(cursor && { cursor }),
    });
    expect(status).toBe(200);
    pages.push(idsIn(body));
    cursor = body.nextCursor;
    await between();
  } while (cursor);
  return pages;
}

test('delivery list: deliveries are listed newest first, at most a hundred per page', async () => {
  const id = await aWebhook();
  const planted = await plant(id, 205);

  const pages = await everyPage(id, {});
  const more = await everyPage(id, { limit: 5_000 });

  expect(pages.flat()).toEqual(planted.map((delivery) => delivery.id));
  expect(pages.map(({ length }) => length)).toEqual([100, 100, 5]);
  expect(more).toEqual(pages);
});

test('delivery list: a page has at most the requested number of items', async () => {
  const id = await aWebhook();
  const planted = await plant(id, 5);

  expect(await everyPage(id, { limit: 2 })).toEqual([
    planted.slice(0, 2).map((delivery) => delivery.id),
    planted.slice(2, 4).map((delivery) => delivery.id),
    planted.slice(4).map((delivery) => delivery.id),
  ]);
});

test('delivery list: nothing is repeated or left out while deliveries are added', async () => {
  const id = await aWebhook();
  const planted = await plant(id, 40);
  let added = 0;
  const addSome = async () => {
    added += 1;
    await storeDelivery(organization, id, { at: addSeconds(now, added) });
    await storeDelivery(organization, id, { at: addSeconds(now, -added - 0.5) });
  };

  const seen = (await everyPage(id, { limit: 7 }, addSome)).flat();

  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((one) => planted.some((delivery) => delivery.id === one))).toEqual(
    planted.map((delivery) => delivery.id),
  );
});

test.each(STATUSES)('those that are %s can be asked for alone', async (status) => {
  const id = await aWebhook();
  const planted = await plant(id, 30);

  const pages = await everyPage(id, { status, limit: 4 });

  const wanted = planted.filter((delivery) => delivery.status === status);
  expect(pages.flat()).toEqual(wanted.map((delivery) => delivery.id));
});

describe('a page of deliveries stays below 1 MiB', () => {
  const attempt: Attempt = {
    at: now.toISOString(),
    status: 500,
    latencyMs: 1,
    error: null,
    preview: '\u0000'.repeat(1_000), // six characters each in JSON
  };

  test.each([{}, { status: 'failed' }])('for any amount of data, with %j', async (query) => {
    const id = await aWebhook();
    const attempts = Array<Attempt>(25).fill(attempt);
    const planted = await plant(id, 12, { status: 'failed', attempts });

    const first = await deliveriesPage(organization, id, query);
    const pages = await everyPage(id, query);

    expect(Buffer.byteLength(JSON.stringify(first.body))).toBeLessThanOrEqual(1024 * 1024);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flat()).toEqual(planted.map((delivery) => delivery.id));
  });
});

describe('a delivery cursor', () => {
  let id: string;
  let cursor: string;

  beforeAll(async () => {
    id = await aWebhook();
    await plant(id, 12);
    const { body } = await deliveriesPage(organization, id, { limit: 2 });
    cursor = body.nextCursor;
  });

  const refused = { status: 400, body: { code: 'invalid_cursor' } };

  test('can be continued with any limit', async () => {
    const { status, body } = await deliveriesPage(organization, id, { cursor, limit: 3 });

    expect(status).toBe(200);
    expect(body.items).toHaveLength(3);
  });

  test('reveals nothing', () => {
    const text = Buffer.from(cursor, 'base64url').toString('latin1');

    expect(text).not.toContain(organization.organizationId);
    expect(text).not.toContain(id);
  });

  test.each<[string, (given: string) => string]>([
    ['that is empty', () => ''],
    ['that is garbage', () => 'garbage'],
    ['that is not base64url', (given) => `${given.slice(0, -2)}+/`],
    ['that is too long', () => 'A'.repeat(2_000)],
    ['with something behind it', (given) => `${given}AAAA`],
    ['that was cut', (given) => given.slice(0, -1)],
    ['that was cut in half', (given) => given.slice(0, given.length / 2)],
    ['of nothing but a seal', (given) => given.slice(0, 22)],
  ])('%s is refused', async (_what, spoil) => {
    const response = await deliveriesPage(organization, id, { cursor: spoil(cursor) });

    expect(response.status).toBe(400);
  });

  test('with any one character changed is refused', async () => {
    for (const [index, character] of [...cursor].entries()) {
      const other = character === 'A' ? 'B' : 'A';
      const changed = cursor.slice(0, index) + other + cursor.slice(index + 1);
      const response = await deliveriesPage(organization, id, { cursor: changed });
      expect(response, `at ${index}`).toMatchObject(refused);
    }
  });

  test('of another webhook, filter, mode or organization is refused', async () => {
    const other = await aWebhook();
    const stranger = await anOrganization();
    const live = await anOrganization('live', organization.organizationId);
    const theirs = (await subscribe(stranger, 'http://127.0.0.1:9/')).id;
    const inLive = (await subscribe(live, 'http://127.0.0.1:9/')).id;

    expect(await deliveriesPage(organization, other, { cursor })).toMatchObject(refused);
    expect(await deliveriesPage(organization, id, { cursor, status: 'failed' })).toMatchObject(refused);
    expect(await deliveriesPage(stranger, theirs, { cursor })).toMatchObject(refused);
    expect(await deliveriesPage(live, inLive, { cursor })).toMatchObject(refused);
  });
});

test.each(['0', '-1', '1.5', 'abc', '', ' 1', '1e2', '0x10', '99999999999', 'NaN'])(
  'delivery list: a limit of "%s" is refused',
  async (limit) => {
    const response = await deliveriesPage(organization, await aWebhook(), { limit });

    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
  },
);

test('delivery list: an unknown status or parameter is refused', async () => {
  const id = await aWebhook();

  expect((await deliveriesPage(organization, id, { status: 'lost' })).status).toBe(400);
  expect((await deliveriesPage(organization, id, { offset: 1 })).status).toBe(400);
});

test('delivery list: the deliveries of an unknown webhook are a 404', async () => {
  expect((await deliveriesPage(organization, randomUUID())).status).toBe(404);
});
