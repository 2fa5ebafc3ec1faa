import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { addSeconds } from '#shared/platform/clock.ts';
import { type CircuitBreaker, circuitBreaker } from '#shared/webhooks/circuit-breaker.ts';
import type { Delivery } from '#shared/webhooks/delivery.ts';
import { dueMessage } from '#shared/webhooks/messages.ts';
import { secondsToPostpone } from '#shared/webhooks/retry-schedule.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { deliverWebhook } from '#shared/webhooks/use-cases/deliver-webhook.ts';
import { dispatchDue } from '#shared/webhooks/use-cases/dispatch-due.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { crashWhen, holding, observed, withFaults } from '#test/support/faults.ts';
import { startReceiver } from '#test/support/receiver.ts';
import { drainDeliveries, everyDelivery, workerContext } from '#test/support/webhook-workers.ts';
import { plantSubscriptions, storeDelivery } from './stored-rows.ts';
import { anOrganization, deliveriesPage } from './subscriber.ts';

/** The circuit breaker postpones deliveries to an unresponsive receiver, which use up no attempt by it. */
const now = new Date();
const DAY = 24 * 60 * 60;

beforeAll(prepareEngine);
beforeEach(async () => void (await drainDeliveries()));

const always = (isOpen: boolean): CircuitBreaker => ({
  isOpen: () => isOpen,
  note: () => undefined,
});
const OPEN = always(true);
const CLOSED = always(false);

async function aWebhook(answer: Parameters<typeof startReceiver>[0] = () => undefined) {
  const receiver = await startReceiver(answer);
  onTestFinished(receiver.stop);
  const organization = await anOrganization();
  const planted = { url: receiver.url, isSlow: true };
  const [{ id = '' } = {}] = await plantSubscriptions(organization, 1, planted);
  const plant = (changes: Parameters<typeof storeDelivery>[2] = {}) =>
    storeDelivery(organization, id, { at: now, ...changes });
  const attempt = (delivery: Delivery, at: Date, breaker: CircuitBreaker) =>
    deliverWebhook(workerContext(at), dueMessage(organization, delivery), {
      lane: 'slowDeliveries',
      around: { deadlineMs: 150 },
      breaker,
    });
  const read = async ({ id: deliveryId }: Delivery) =>
    (await everyDelivery(id)).find((one) => one.id === deliveryId) as Delivery;
  return { receiver, organization, id, plant, attempt, read };
}

const refusing: Parameters<typeof startReceiver>[0] = (response) => {
  response.statusCode = 500;
  response.end();
};

const secondsTo = ({ nextAttemptAt }: Delivery, from: Date) =>
  (Date.parse(nextAttemptAt ?? '') - from.getTime()) / 1000;

test('postponed deliveries: ten timeouts in a row open the circuit breaker for half a minute', async () => {
  const { receiver, plant, attempt, read } = await aWebhook();
  const breaker = circuitBreaker();
  const attemptAt = async (at: Date) => {
    const delivery = await plant({ at });
    await attempt(delivery, at, breaker);
    return (await read(delivery)).attempts.map(({ error }) => error);
  };
  const errors: unknown[] = [];

  for (let count = 0; count < 10; count += 1) errors.push(...(await attemptAt(now)));
  const whileOpen = await attemptAt(addSeconds(now, 29));
  const requests = receiver.received.length;
  const afterwards = await attemptAt(addSeconds(now, 32));

  expect(errors).toEqual(Array(10).fill('timeout'));
  expect(whileOpen).toEqual([]);
  expect(requests).toBe(10);
  expect(afterwards).toEqual(['timeout']);
});

test('postponed deliveries: are shown as pending, with their attempts and the time of the next one', async () => {
  const { receiver, organization, id, plant, attempt, read } = await aWebhook();
  const delivery = await plant();

  const { calls } = await observed(() => attempt(delivery, now, OPEN));

  expect(receiver.received).toEqual([]);
  const { body } = await deliveriesPage(organization, id);
  expect(body.items).toMatchObject([{ data: { status: 'pending', attempts: [] } }]);
  const waitSeconds = secondsTo(await read(delivery), now);
  expect(waitSeconds).toBeGreaterThan(30);
  expect(waitSeconds).toBeLessThanOrEqual(70);
  const [sent] = calls.filter(({ command }) => command === 'SendMessageBatch');
  expect(String(sent?.input.QueueUrl)).toMatch(/-slowDeliveries$/);
  expect(sent?.input.Entries).toMatchObject([{ DelaySeconds: waitSeconds }]);
});

test('postponed deliveries: five attempts are five requests, however often they are postponed in between', async () => {
  const { receiver, plant, attempt, read } = await aWebhook(refusing);
  const planted = await plant();

  let delivery = planted;
  for (let look = 0; delivery.status === 'pending'; look += 1) {
    const dueAt = new Date(delivery.nextAttemptAt ?? '');
    await attempt(planted, dueAt, look % 3 < 2 ? OPEN : CLOSED);
    delivery = await read(planted);
  }

  expect(delivery.status).toBe('failed');
  expect(receiver.received).toHaveLength(5);
  expect(delivery.attempts.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500]);
});

test('postponed deliveries: a manual retry is not used up, whatever the age and past of the delivery', async () => {
  const { receiver, organization, id, plant, attempt, read } = await aWebhook((response) => response.end());
  const delivery = await plant({
    at: addSeconds(now, -7 * DAY),
    status: 'failed',
    attemptsInRound: 5,
    nextAttemptAt: null,
    putOffSince: addSeconds(now, -6 * DAY).toISOString(),
  });
  const params = { id, deliveryId: delivery.id };
  await call(organization.client, webhookRoutes.retryDelivery, { params });

  await attempt(delivery, new Date(), OPEN);
  const whileOpen = await read(delivery);
  await attempt(delivery, new Date(whileOpen.nextAttemptAt ?? ''), CLOSED);

  expect(whileOpen).toMatchObject({ status: 'pending', attemptsInRound: 0, attempts: [] });
  expect(await read(delivery)).toMatchObject({ status: 'succeeded' });
  expect(receiver.received).toHaveLength(1);
});

test('postponed deliveries: of many messages for one delivery, one postpones it and enqueues one message', async () => {
  const { plant, attempt, read } = await aWebhook();
  const delivery = await plant();

  const { calls } = await observed(async () => {
    await Promise.all([1, 2, 3, 4].map(() => attempt(delivery, now, OPEN)));
    await attempt(delivery, addSeconds(now, 20), CLOSED); // and one that comes too early
  });

  const sent = calls.filter(({ command }) => command === 'SendMessageBatch');
  expect(sent).toHaveLength(1);
  expect(await read(delivery)).toMatchObject({ attempts: [], putOffSince: now.toISOString() });
});

test('postponed deliveries: a worker that read the row before an attempt cannot postpone it', async () => {
  const { plant, attempt, read } = await aWebhook(refusing);
  const delivery = await plant();
  const held = holding(({ command }) => command === 'UpdateItem');
  const puttingOff = withFaults(held.plan, () => attempt(delivery, now, OPEN));
  await held.reached;

  await attempt(delivery, now, CLOSED);
  const tried = await read(delivery);
  held.release();
  await puttingOff;

  expect(tried.attempts).toHaveLength(1);
  expect(await read(delivery)).toEqual(tried);
});

test('postponed deliveries: the tick finds one whose worker crashed before enqueueing it', async () => {
  const { receiver, plant, attempt, read } = await aWebhook((response) => response.end());
  const delivery = await plant();
  const isMessage = ({ command }: { command: string }) => command === 'SendMessageBatch';
  await withFaults(crashWhen(isMessage, 'before'), () => attempt(delivery, now, OPEN)).catch(() => undefined);
  const later = addSeconds(new Date((await read(delivery)).nextAttemptAt ?? ''), 5);

  await dispatchDue(workerContext(later));
  const asked = (await drainDeliveries()).filter(({ deliveryId }) => deliveryId === delivery.id);
  await attempt(delivery, later, CLOSED);

  expect(asked).toHaveLength(1);
  expect(receiver.received).toHaveLength(1);
});

test('postponed deliveries: after a day a postponement counts as an attempt, so that the round ends', async () => {
  const { receiver, plant, attempt, read } = await aWebhook();
  const putOffSince = addSeconds(now, -DAY + 1).toISOString();
  const planted = await plant({ putOffSince });

  await attempt(planted, now, OPEN);
  let delivery = await read(planted);
  const within = delivery;
  while (delivery.status === 'pending') {
    await attempt(planted, new Date(delivery.nextAttemptAt ?? ''), OPEN);
    delivery = await read(planted);
  }

  expect(within).toMatchObject({ attempts: [], putOffSince });
  expect(delivery).toMatchObject({ status: 'failed', attemptsInRound: 5, nextAttemptAt: null });
  expect(delivery.attempts.map(({ error }) => error)).toEqual(Array(5).fill('circuit_open'));
  expect(receiver.received).toEqual([]);
});

test.each([
  ['at first, at the least', 0, 0, 35],
  ['at first, at the most', 0, 1, 70],
  ['after ten minutes, at the least', 600, 0, 450],
  ['after ten minutes, at the most', 600, 1, 900],
  ['as long as a message can wait', DAY, 1, 900],
])('postponed deliveries: the delay: %s', (_when, alreadySeconds, chance, seconds) => {
  expect(secondsToPostpone(alreadySeconds, chance)).toBe(seconds);
});
