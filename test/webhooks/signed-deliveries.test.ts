import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidWebhook, verifyWebhook } from '@assay/client';
import { Webhook } from 'standardwebhooks';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { addSeconds } from '#shared/platform/clock.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { dueMessage } from '#shared/webhooks/messages.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { deliverWebhook } from '#shared/webhooks/use-cases/deliver-webhook.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import {
  deliverAll,
  dispatchAll,
  drainDeliveries,
  everyDelivery,
  workerContext,
} from '#test/support/webhook-workers.ts';
import { anOrganization, causeEvent, type Organization, type Subscribed, subscribe } from './subscriber.ts';

/** Receivers can verify deliveries with our client or with any Standard Webhooks library. */
type Received = Receiver['received'][number];
let organization: Organization;
let receiver: Receiver;
let webhook: Subscribed;
let status: number;

beforeAll(prepareEngine);
beforeEach(async () => {
  await drainDeliveries();
  status = 200;
  receiver = await startReceiver((response) => {
    response.statusCode = status;
    response.end();
  });
  onTestFinished(receiver.stop);
  organization = await anOrganization();
  webhook = await subscribe(organization, receiver.url);
});

async function deliverOne(at: Date = new Date()): Promise<Received> {
  await causeEvent(organization);
  await dispatchAll();
  await deliverAll(at);
  return receiver.received.at(-1) as Received;
}

const flat = (headers: IncomingHttpHeaders) => headers as Record<string, string>;
const byStandard = (secret: string, { headers, body }: Received) => new Webhook(secret).verify(body, flat(headers));
const byClient = (secret: string | string[], { headers, body }: Received) =>
  verifyWebhook({ secret, headers: flat(headers), body });

const rotate = async (): Promise<string> => {
  const params = { id: webhook.id };
  const { body } = await call(organization.client, webhookRoutes.rotateWebhookSecret, { params });
  return body.data.secret;
};

const signaturesOf = ({ headers }: Received) => ({
  ours: String(headers['x-signature']).split(','),
  standard: String(headers['webhook-signature']).split(' '),
});

test('signed deliveries: a delivery describes the event with ids only', async () => {
  const subjectId = await causeEvent(organization);
  await dispatchAll();
  await deliverAll();

  const [received] = receiver.received;
  const [delivery] = await everyDelivery(webhook.id);
  const body = JSON.parse(received?.body ?? '');
  expect(body).toEqual({
    eventId: delivery?.eventId,
    event: 'risk.subject.created',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    data: {
      organizationId: organization.organizationId,
      subjectId,
      resourceId: subjectId,
      sandbox: true,
    },
  });
  expect(received?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-webhook-event': 'risk.subject.created',
    'webhook-id': delivery?.eventId,
  });
});

test('event log: `view=webhook` has the bodies of deliveries, and null for events without one', async () => {
  const { client } = organization;
  const list = (query: Record<string, string>, resource = 'events') =>
    call(client, riskRoutes.listRecords, { params: { resource }, query });
  await deliverOne();
  await call(client, screeningRoutes.createScreeningRun, {
    body: { sources: ['ofac_sdn'], subject: { name: 'Ada Example' } },
  });

  const { items } = (await list({ view: 'webhook' })).body;
  const bodies = items.map(({ data }: { data: Record<string, unknown> }) => [data.type, data.webhookBody]);

  expect(bodies).toEqual([
    ['webhook.created', null],
    ['risk.subject.created', receiver.received.at(-1)?.body],
    ['screening.run.completed', expect.stringContaining('"matchCount":0')],
  ]);
  expect((await list({})).body.items[1].data).not.toHaveProperty('webhookBody');
  expect((await list({ view: 'whole' })).body.code).toBe('invalid_query');
  expect((await list({ view: 'webhook' }, 'assessments')).body.code).toBe('invalid_query');
});

describe('the Standard Webhooks library', () => {
  test('verifies a delivery', async () => {
    const received = await deliverOne();

    expect(byStandard(webhook.secret, received)).toEqual(JSON.parse(received.body));
  });

  test.each<[string, (received: Received) => Received]>([
    ['another body', (it) => ({ ...it, body: it.body.replace('true', 'false') })],
    ['another id', (it) => ({ ...it, headers: { ...it.headers, 'webhook-id': 'evt_1' } })],
    [
      'a later time',
      (it) => ({
        ...it,
        headers: { ...it.headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000) + 10) },
      }),
    ],
  ])('refuses %s', async (_what, tamper) => {
    const received = tamper(await deliverOne());

    expect(() => byStandard(webhook.secret, received)).toThrow();
  });
});

describe('our client', () => {
  test('verifies a delivery', async () => {
    const received = await deliverOne();

    expect(await byClient(webhook.secret, received)).toEqual(JSON.parse(received.body));
  });

  test('refuses it with another secret, or with a byte changed', async () => {
    const received = await deliverOne();
    const other = await subscribe(organization, receiver.url);

    await expect(byClient(other.secret, received)).rejects.toThrow(InvalidWebhook);
    const changed = { ...received, body: `${received.body} ` };
    await expect(byClient(webhook.secret, changed)).rejects.toThrow(InvalidWebhook);
  });

  test.each([
    [-299, true],
    [299, true],
    [-302, false],
    [302, false],
  ])('accepts it %i seconds later: %s', async (seconds, isAccepted) => {
    const { headers, body } = await deliverOne();
    const signedAt = new Date(Number(headers['x-timestamp']) * 1000);
    const event = verifyWebhook({
      secret: webhook.secret,
      headers: flat(headers),
      body,
      now: addSeconds(signedAt, seconds),
    });

    if (isAccepted) expect((await event).event).toBe('risk.subject.created');
    else await expect(event).rejects.toThrow(InvalidWebhook);
  });
});

test('signed deliveries: every attempt is signed anew with its time, over the same bytes', async () => {
  status = 500;
  const first = await deliverOne();
  const [delivery] = await everyDelivery(webhook.id);
  if (!delivery) throw new Error('There is no delivery.');

  await sleep(1_100); // timestamps have whole seconds
  status = 200;
  const later = new Date(delivery.nextAttemptAt ?? '');
  await deliverWebhook(workerContext(later), dueMessage(organization, delivery), {
    lane: 'slowDeliveries',
  });

  const second = receiver.received.at(-1) as Received;
  expect(receiver.received).toHaveLength(2);
  expect(second.body).toBe(first.body);
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
  expect(Number(second.headers['x-timestamp'])).toBeGreaterThan(Number(first.headers['x-timestamp']));
  expect(signaturesOf(second)).not.toEqual(signaturesOf(first));
  for (const received of [first, second]) {
    byStandard(webhook.secret, received);
    await byClient(webhook.secret, received);
  }
});

describe('a rotated secret', () => {
  test('and the previous one both verify deliveries for a day', async () => {
    const rotatedAt = new Date();
    const renewed = await rotate();

    const within = await deliverOne(addSeconds(rotatedAt, 24 * 3_600 - 60));
    const after = await deliverOne(addSeconds(rotatedAt, 24 * 3_600 + 60));

    expect(renewed).not.toBe(webhook.secret);
    expect(signaturesOf(within).ours).toHaveLength(2);
    expect(signaturesOf(within).standard).toHaveLength(2);
    for (const secret of [webhook.secret, renewed]) {
      byStandard(secret, within);
      await byClient(secret, within);
    }
    expect(signaturesOf(after)).toMatchObject({
      ours: [expect.any(String)],
      standard: [expect.any(String)],
    });
    byStandard(renewed, after);
    await byClient(renewed, after);
    expect(() => byStandard(webhook.secret, after)).toThrow();
    await expect(byClient(webhook.secret, after)).rejects.toThrow(InvalidWebhook);
  });

  test('rotated again within the day leaves the first its day', async () => {
    const second = await rotate();
    const third = await rotate();

    const received = await deliverOne();

    for (const secret of [webhook.secret, second, third]) {
      byStandard(secret, received);
      await byClient(secret, received);
    }
  });

  test('signs further attempts of an older event', async () => {
    status = 500;
    const first = await deliverOne();
    const renewed = await rotate();
    const [delivery] = await everyDelivery(webhook.id);
    if (!delivery) throw new Error('There is no delivery.');

    status = 200;
    await deliverWebhook(workerContext(new Date(delivery.nextAttemptAt ?? '')), dueMessage(organization, delivery), {
      lane: 'slowDeliveries',
    });

    const second = receiver.received.at(-1) as Received;
    await byClient(webhook.secret, first);
    await expect(byClient(renewed, first)).rejects.toThrow(InvalidWebhook);
    await byClient(renewed, second);
    await byClient(webhook.secret, second);
  });

  test('is shown again by the replay of its request, and by no other', async () => {
    const params = { id: webhook.id };
    const idempotencyKey = 'rotate-once';
    const route = webhookRoutes.rotateWebhookSecret;
    const first = await call(organization.client, route, { params, idempotencyKey });
    const again = await call(organization.client, route, { params, idempotencyKey });

    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });
});
