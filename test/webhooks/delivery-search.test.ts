import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addSeconds } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import { deliveryId } from '#shared/webhooks/delivery.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { startReceiver } from '#test/support/receiver.ts';
import { deliverAll, dispatchAll, drainDeliveries } from '#test/support/webhook-workers.ts';
import { storeDelivery } from './stored-rows.ts';
import { anOrganization, causeEvent, deliveriesPage, type Organization, subscribe } from './subscriber.ts';

const now = new Date();
let organization: Organization;

beforeAll(async () => {
  await prepareEngine();
  organization = await anOrganization();
});

const aWebhook = async (events: readonly string[] = ['risk.*']) =>
  (await subscribe(organization, 'http://127.0.0.1:9/', events)).id;

/** The ids of all pages. */
async function found(webhookId: string, query: Record<string, string | number>): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { status, body } = await deliveriesPage(organization, webhookId, { ...query, ...(cursor && { cursor }) });
    expect(status).toBe(200);
    ids.push(...body.items.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor;
  }
  return ids;
}

describe('a search of deliveries', () => {
  test('by time has those of events from `since` until before `until`', async () => {
    const id = await aWebhook();
    const ids: string[] = [];
    for (const seconds of [0, 60, 120, 180])
      ids.push((await storeDelivery(organization, id, { at: addSeconds(now, -seconds) })).id);
    const at = (seconds: number) => addSeconds(now, -seconds).toISOString();

    expect(await found(id, { since: at(120), until: at(0) })).toEqual([ids[1], ids[2]]);
    expect(await found(id, { since: at(120), limit: 1 })).toEqual([ids[0], ids[1], ids[2]]);
    expect(await found(id, { until: at(120) })).toEqual([ids[3]]);
    expect(await found(id, { since: at(-60) })).toEqual([]);
  });

  test('by event reads on until it has a page, also together with a status', async () => {
    const id = await aWebhook();
    const wanted: string[] = [];
    for (let index = 0; index < 130; index += 1) {
      const isWanted = index % 50 === 7;
      const event = isWanted ? 'risk.policy.created' : 'risk.subject.created';
      const status = index === 57 ? 'failed' : 'pending';
      const made = await storeDelivery(organization, id, { at: addSeconds(now, -index), event, status });
      if (isWanted) wanted.push(made.id);
    }

    expect(await found(id, { event: 'risk.policy.created' })).toEqual(wanted);
    expect(await found(id, { event: 'risk.policy.created', limit: 1 })).toEqual(wanted);
    expect(await found(id, { event: 'risk.policy.created', status: 'failed' })).toEqual([wanted[1]]);
  });

  test('by event id has its delivery, or none', async () => {
    const id = await aWebhook();
    const { id: own, eventId } = await storeDelivery(organization, id, { at: now });

    expect(await found(id, { eventId })).toEqual([own]);
    expect(await found(id, { eventId: newId() })).toEqual([]);
    expect(await found(id, { eventId, status: 'failed' })).toEqual([]);
    expect(await found(await aWebhook(), { eventId })).toEqual([]);
  });

  test('by subject has the deliveries of its events, page by page, and of no other organization', async () => {
    const id = await aWebhook();
    const [subjectId, other] = [await causeEvent(organization), await causeEvent(organization)];
    await dispatchAll();
    await drainDeliveries();
    const stranger = await anOrganization();
    const { id: foreign } = await subscribe(stranger, 'http://127.0.0.1:9/');

    const ids = await found(id, { subjectId });

    expect(ids).toHaveLength(1);
    expect(await found(id, { subjectId: other })).not.toEqual(ids);
    expect(await found(id, { subjectId: randomUUID() })).toEqual([]);
    expect((await deliveriesPage(stranger, foreign, { subjectId })).body.items).toEqual([]);
    const [{ eventId }] = (await deliveriesPage(organization, id, { subjectId })).body.items.map(
      ({ data }: { data: { eventId: string } }) => data,
    );
    expect(ids).toEqual([deliveryId(eventId, id)]);
  });

  test.each([
    ['event', 'bogus.event'],
    ['eventId', '1'],
    ['since', 'yesterday'],
  ])('with an invalid %s is refused', async (name, value) => {
    expect((await deliveriesPage(organization, await aWebhook(), { [name]: value })).status).toBe(400);
  });

  test('refuses the cursor of another search', async () => {
    const id = await aWebhook();
    for (const seconds of [0, 1]) await storeDelivery(organization, id, { at: addSeconds(now, -seconds) });
    const { body } = await deliveriesPage(organization, id, { limit: 1 });

    const refused = await deliveriesPage(organization, id, {
      limit: 1,
      cursor: body.nextCursor,
      event: 'risk.subject.created',
    });

    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
  });
});

describe('custom headers and a description', () => {
  const create = (body: object) =>
    call(organization.client, webhookRoutes.createWebhook, {
      body: { url: 'http://127.0.0.1:9/', events: ['risk.*'], ...body },
    });

  test('are sent with every delivery and can be changed; values are not returned', async () => {
    const receiver = await startReceiver();
    onTestFinished(receiver.stop);
    const own = await anOrganization();
    const headers = { authorization: 'Bearer gateway-token', 'x-tenant': 'blue' };
    const made = await call(own.client, webhookRoutes.createWebhook, {
      body: { url: receiver.url, events: ['risk.*'], description: 'Billing', headers },
    });
    const params = { id: made.body.id };
    await causeEvent(own);
    await dispatchAll();
    await deliverAll();
    const change = { description: null, headers: {} };
    const changed = await call(own.client, webhookRoutes.updateWebhook, { params, body: change });
    await causeEvent(own);
    await dispatchAll();
    await deliverAll();

    expect(made.body.data).toMatchObject({ description: 'Billing', headerNames: ['authorization', 'x-tenant'] });
    expect(JSON.stringify(made.body)).not.toContain('gateway-token');
    expect(receiver.received[0]?.headers).toMatchObject({ ...headers, 'content-type': 'application/json' });
    expect(changed.body.data).not.toHaveProperty('description');
    expect(changed.body.data).not.toHaveProperty('headerNames');
    expect(receiver.received[1]?.headers).not.toHaveProperty('x-tenant');
    const list = await call(own.client, webhookRoutes.listWebhooks);
    expect(JSON.stringify(list.body)).not.toContain('gateway-token');
  });

  test.each([
    ['a header of the service', { 'webhook-id': 'x' }],
    ['the signature', { 'x-signature': 'v1=0' }],
    ['a header of HTTP', { host: 'internal.example.com' }],
    ['a framing header', { 'transfer-encoding': 'chunked' }],
    ['capital letters', { 'X-Tenant': 'x' }],
    ['a line break', { 'x-tenant': 'a\r\nx-other: b' }],
    ['other characters', { 'x-tenant': 'é' }],
    ['eleven headers', Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`x-${index}`, 'a']))],
  ])('refuse %s', async (_case, headers) => {
    expect(await create({ headers })).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  });

  test('refuse a long description', async () => {
    expect((await create({ description: 'x'.repeat(201) })).status).toBe(400);
  });
});
