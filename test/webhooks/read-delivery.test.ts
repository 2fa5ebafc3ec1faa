import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { routes } from '#shared/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { exampleOf } from '#test/support/route-examples.ts';
import { plantTenant } from '#test/support/tenant.ts';
import { dispatchAll } from '#test/support/webhook-workers.ts';
import { anOrganization, subscribe } from './subscriber.ts';

const { readDelivery, listDeliveries, pingWebhook } = routes.webhooks;

beforeAll(prepareEngine);

test('deliveries: one is read with its payload and headers, without secrets and signatures', async () => {
  const tenant = await plantTenant();
  const { params = {} } = await exampleOf(readDelivery).prepare(tenant);

  const { status, body } = await call(tenant.client, readDelivery, { params });
  const { body: list } = await call(tenant.client, listDeliveries, { params });

  expect(status).toBe(200);
  const { payload, headers, ...data } = body.data;
  expect(list.items).toEqual([{ ...body, data }]);
  expect(payload).toBe('{}');
  expect(headers).toEqual({
    'content-type': 'application/json',
    'user-agent': 'Assay-Webhooks',
    'x-webhook-event': data.event,
    'webhook-id': data.eventId,
  });
});

test('deliveries: one of another organization, mode or webhook is a 404', async () => {
  const [tenant, other] = [await plantTenant(), await plantTenant()];
  const { params = {} } = await exampleOf(readDelivery).prepare(tenant);
  const second = (await exampleOf(readDelivery).prepare(tenant)).params ?? {};

  const answers = [
    await call(other.client, readDelivery, { params }),
    await call(tenant.owner, readDelivery, { params, headers: { 'x-risk-mode': 'live' } }),
    await call(tenant.client, readDelivery, { params: { ...params, id: second.id ?? '' } }),
    await call(tenant.client, readDelivery, { params: { ...params, deliveryId: randomUUID() } }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test('ping: names the event and the delivery, which can be read once it is dispatched', async () => {
  const organization = await anOrganization();
  const { id } = await subscribe(organization, 'http://127.0.0.1:9/');

  const { status, body } = await call(organization.client, pingWebhook, { params: { id } });
  await dispatchAll();
  const params = { id, deliveryId: body.deliveryId };
  const delivery = await call(organization.client, readDelivery, { params });

  expect(status).toBe(202);
  expect(delivery.body).toMatchObject({ id: body.deliveryId, data: { eventId: body.eventId, event: 'webhook.ping' } });
});
