import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { NewEvent } from '#shared/platform/change.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { dueMessage } from '#shared/webhooks/messages.ts';
import { findSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { deliverWebhook } from '#shared/webhooks/use-cases/deliver-webhook.ts';
import { disableGone } from '#shared/webhooks/use-cases/note-outcome.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { startReceiver } from '#test/support/receiver.ts';
import { everyDelivery, waitingEvents, workerContext } from '#test/support/webhook-workers.ts';
import { storeDelivery } from './stored-rows.ts';
import { anOrganization, causeEvent, type Organization, readWebhook, subscribe } from './subscriber.ts';

/** Webhooks whose receiver fails, and deliveries that may no longer be sent. */
const now = new Date();
const DAY = 24 * 60 * 60;
beforeAll(prepareEngine);

async function aWebhook(answers: () => number) {
  const receiver = await startReceiver((response) => {
    response.statusCode = answers();
    response.end();
  });
  onTestFinished(receiver.stop);
  const organization = await anOrganization();
  const { id } = await subscribe(organization, receiver.url);
  /** One more attempt of a new delivery, by default its last. */
  const attemptAt = async (at: Date, attemptsInRound = 4) => {
    const delivery = await storeDelivery(organization, id, { at, attemptsInRound });
    const lane = 'slowDeliveries';
    await deliverWebhook(workerContext(at), dueMessage(organization, delivery), { lane });
  };
  const change = (body: object) => call(organization.client, webhookRoutes.updateWebhook, { params: { id }, body });
  return { receiver, organization, id, attemptAt, change };
}

const dataOf = async (organization: Organization, id: string) => (await readWebhook(organization, id)).data;

async function historyOf({ client }: Organization, resourceId: string) {
  const { body } = await call(client, riskRoutes.listRecords, {
    params: { resource: 'events' },
    query: { resourceId },
  });
  return body.items.map((item: { data: unknown }) => item.data);
}

test('webhook health: the time of the first failure is shown until a delivery succeeds', async () => {
  let status = 500;
  const { organization, id, attemptAt } = await aWebhook(() => status);

  await attemptAt(now);
  await attemptAt(addSeconds(now, 60));
  const failing = await dataOf(organization, id);
  status = 200;
  await attemptAt(addSeconds(now, 120));

  expect(failing.failingSince).toBe(now.toISOString());
  expect((await dataOf(organization, id)).failingSince).toBeNull();
});

const isAbout = (events: unknown, id: string) =>
  (events as NewEvent[]).some(({ type, resourceId }) => type === 'webhook.disabled' && resourceId === id);

describe('after five days of failures', () => {
  const late = addSeconds(now, 5 * DAY);

  test('a webhook is disabled with an event in the history, and receives nothing more', async () => {
    const { organization, id, attemptAt } = await aWebhook(() => 500);
    const other = await subscribe(organization, 'https://hooks.example.com/other', ['webhook.*']);
    await subscribe(organization, 'https://hooks.example.com/risk', ['risk.*']);
    await subscribe(await anOrganization('live', organization.organizationId), 'https://hooks.example.com/live', ['*']);
    await attemptAt(now);
    await attemptAt(addSeconds(late, -1));
    const before = await dataOf(organization, id);

    await Promise.all([attemptAt(late), attemptAt(late), attemptAt(late)]);
    const event = await causeEvent(organization);
    const outbox = (await waitingEvents()).filter(({ events }) => isAbout(events, id));

    expect(before.status).toBe('active');
    expect(await dataOf(organization, id)).toMatchObject({
      status: 'disabled',
      failingSince: now.toISOString(),
    });
    const told = (await historyOf(organization, id)).filter(
      ({ type }: { type: string }) => type === 'webhook.disabled',
    );
    expect(told).toMatchObject([
      {
        actor: 'service:webhooks',
        reason: `Every delivery has failed since ${now.toISOString()}.`,
      },
    ]);
    // The others are told, once; the disabled one is not, and another mode neither.
    expect(outbox.map(({ subscribers }) => subscribers)).toEqual([{ [other.id]: [0] }]);
    const deliveries = await everyDelivery(id);
    expect(deliveries.filter(({ payload }) => payload.includes(event))).toEqual([]);
  });

  test('it can be reactivated by its owner, without its past failures', async () => {
    const { organization, id, attemptAt, change } = await aWebhook(() => 500);
    await attemptAt(now);
    await attemptAt(late);

    const resumed = await change({ status: 'active' });
    await attemptAt(addSeconds(late, 60));

    expect(resumed).toMatchObject({
      status: 200,
      body: { data: { status: 'active', failingSince: null } },
    });
    expect(await dataOf(organization, id)).toMatchObject({
      status: 'active',
      failingSince: addSeconds(late, 60).toISOString(),
    });
  });

  test('a single failed attempt disables nothing while its delivery has attempts left', async () => {
    const { organization, id, attemptAt } = await aWebhook(() => 500);
    await attemptAt(now);

    await attemptAt(late, 0);

    expect((await dataOf(organization, id)).status).toBe('active');
  });

  test('it stays active if a delivery has succeeded in between', async () => {
    let status = 500;
    const { organization, id, attemptAt } = await aWebhook(() => status);
    await attemptAt(now);
    status = 200;
    await attemptAt(addSeconds(now, DAY));
    status = 500;
    await attemptAt(addSeconds(now, 2 * DAY));

    await attemptAt(late);

    expect((await dataOf(organization, id)).status).toBe('active');
  });

  test('it stays active if its URL was changed in between', async () => {
    const { organization, id, attemptAt, change, receiver } = await aWebhook(() => 500);
    await attemptAt(now);

    await change({ url: `${receiver.url}/moved` });
    await attemptAt(late);

    expect((await dataOf(organization, id)).status).toBe('active');
  });

  test('a paused webhook stays paused', async () => {
    const { organization, id, attemptAt, change } = await aWebhook(() => 500);
    await attemptAt(now);
    await change({ status: 'paused' });

    await attemptAt(late);

    expect((await dataOf(organization, id)).status).toBe('paused');
  });
});

describe('a receiver that answers 410', () => {
  test('gets no further attempt, and its webhook is disabled', async () => {
    const { receiver, organization, id, attemptAt } = await aWebhook(() => 410);

    await attemptAt(now, 0);

    expect(receiver.received).toHaveLength(1);
    expect(await everyDelivery(id)).toMatchObject([{ status: 'failed', attemptsInRound: 1, nextAttemptAt: null }]);
    expect((await dataOf(organization, id)).status).toBe('disabled');
    expect(await historyOf(organization, id)).toContainEqual(
      expect.objectContaining({ type: 'webhook.disabled', reason: 'The receiver answered 410 Gone.' }),
    );
  });

  test('of a URL that was changed meanwhile stays active', async () => {
    const { organization, id, attemptAt, change, receiver } = await aWebhook(() => 410);
    await attemptAt(now, 0);
    await change({ status: 'active', url: `${receiver.url}/moved` });
    const { organizationId, mode } = organization;
    const old = await findSubscription(dynamoStore, { organizationId, mode }, id);

    if (old) await disableGone(workerContext(now), { organizationId, mode }, { ...old, url: receiver.url });

    expect((await dataOf(organization, id)).status).toBe('active');
  });

  test('to a test event leaves a paused webhook paused', async () => {
    const { organization, id, change } = await aWebhook(() => 410);
    await change({ status: 'paused' });
    const ping = await storeDelivery(organization, id, { at: now, event: 'webhook.ping' });

    await deliverWebhook(workerContext(now), dueMessage(organization, ping));

    expect((await dataOf(organization, id)).status).toBe('paused');
    expect(await everyDelivery(id)).toMatchObject([{ status: 'failed' }]);
  });
});

describe('a delivery that may no longer be sent', () => {
  test.each([
    [
      'paused',
      (organization: Organization, id: string) =>
        call(organization.client, webhookRoutes.updateWebhook, {
          params: { id },
          body: { status: 'paused' },
        }),
    ],
    [
      'deleted',
      (organization: Organization, id: string) =>
        call(organization.client, webhookRoutes.deleteWebhook, { params: { id } }),
    ],
  ])('because its webhook was %s fails without a request', async (word, end) => {
    const { receiver, organization, id } = await aWebhook(() => 200);
    const delivery = await storeDelivery(organization, id, { at: now });
    await end(organization, id);

    await deliverWebhook(workerContext(now), dueMessage(organization, delivery));

    expect(receiver.received).toEqual([]);
    expect(await everyDelivery(id)).toMatchObject([
      { status: 'failed', attempts: [{ status: null, error: `webhook_${word}` }] },
    ]);
  });

  test('does not count as a failure of its receiver', async () => {
    const { organization, id, change } = await aWebhook(() => 200);
    const delivery = await storeDelivery(organization, id, { at: now });
    await change({ status: 'paused' });

    await deliverWebhook(workerContext(now), dueMessage(organization, delivery));

    expect((await dataOf(organization, id)).failingSince).toBeNull();
  });
});

test('webhook health: a ping reaches a paused webhook, and is retried like any delivery', async () => {
  let status = 500;
  const { receiver, organization, id, change } = await aWebhook(() => status);
  await change({ status: 'paused' });
  const ping = await storeDelivery(organization, id, { at: now, event: 'webhook.ping' });
  const message = dueMessage(organization, ping);

  const lane = 'slowDeliveries';
  await deliverWebhook(workerContext(now), message, { lane });
  status = 200;
  await deliverWebhook(workerContext(addSeconds(now, 70)), message, { lane });

  expect(receiver.received.map(({ headers }) => headers['x-webhook-event'])).toEqual(['webhook.ping', 'webhook.ping']);
  expect(await everyDelivery(id)).toMatchObject([{ status: 'succeeded' }]);
});
