import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { handler } from '#functions/workers/deliver-webhook.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { Store } from '#shared/platform/store/store.ts';
import type { DueDelivery } from '#shared/webhooks/messages.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { deliverWebhook } from '#shared/webhooks/use-cases/deliver-webhook.ts';
import { dispatchDue } from '#shared/webhooks/use-cases/dispatch-due.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import { type Random, seededRandom } from '#test/support/random.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import { dispatchAll, drainDeliveries, everyDelivery, workerContext } from '#test/support/webhook-workers.ts';
import { anOrganization, causeEvent, subscribe } from './subscriber.ts';

/** A delivery is attempted once when it is due, and at least once whatever happens to the worker. */
const now = new Date();

beforeAll(prepareEngine);
beforeEach(async () => void (await drainDeliveries()));

async function aReceiver(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...args);
  onTestFinished(receiver.stop);
  return receiver;
}

/** This many events for a receiver: the messages of their deliveries. */
async function asked(receiver: Receiver, events = 1): Promise<DueDelivery[]> {
  const organization = await anOrganization();
  const { id } = await subscribe(organization, receiver.url);
  for (let event = 0; event < events; event += 1) await causeEvent(organization);
  await dispatchAll(now);
  const messages = (await drainDeliveries()).filter(({ webhookId }) => webhookId === id);
  expect(messages).toHaveLength(events);
  return messages;
}

const receivedIds = ({ received }: Receiver) => received.map(({ body }): string => JSON.parse(body).eventId).sort();

/** Each of its deliveries has succeeded with one recorded attempt. */
async function expectDelivered([message]: readonly DueDelivery[]): Promise<string[]> {
  const deliveries = await everyDelivery(message?.webhookId);
  for (const { status, attempts, lease, dueAt, nextAttemptAt } of deliveries) {
    expect({ status, lease, dueAt, nextAttemptAt }).toEqual({
      status: 'succeeded',
      lease: null,
      dueAt: undefined,
      nextAttemptAt: null,
    });
    expect(attempts).toHaveLength(1);
  }
  return deliveries.map(({ eventId }) => eventId).sort();
}

test('delivery: a worker killed at any point delivers in the end, at worst twice with the same event id', async () => {
  const receiver = await aReceiver();
  const [first] = await asked(receiver);
  const { calls } = await observed(() => deliverWebhook(workerContext(now), first as DueDelivery));
  expect(calls.map(({ command }) => command).filter((name) => name !== 'GetSecretValue')).toEqual([
    'BatchGetItem',
    'UpdateItem', // takes the lease; then the request is sent
    'UpdateItem', // records what came of it
    'UpdateItem', // counts it
  ]);

  for (const index of [0, 1, 2])
    for (const moment of ['before', 'after'] as const) {
      const point = `killed ${moment} call ${index}`;
      const witness = await aReceiver();
      const messages = await asked(witness);
      const message = messages[0] as DueDelivery;
      await withFaults(crashAt(index, moment), () => deliverWebhook(workerContext(now), message)).catch(
        () => undefined,
      );
      const sentBefore = witness.received.length;

      await deliverWebhook(workerContext(addSeconds(now, 29)), message); // its lease holds
      await deliverWebhook(workerContext(addSeconds(now, 31)), message);

      const [eventId] = await expectDelivered(messages);
      expect(sentBefore, point).toBe(index === 2 ? 1 : 0);
      expect(new Set(receivedIds(witness)), point).toEqual(new Set([eventId]));
      expect(witness.received.length, point).toBe(index === 2 && moment === 'before' ? 2 : 1);
    }
});

test('delivery: if the message of a killed worker is lost too, the tick finds the delivery', async () => {
  const receiver = await aReceiver();
  const messages = await asked(receiver);
  const plan = crashAt(2, 'before');
  await withFaults(plan, () => deliverWebhook(workerContext(now), messages[0] as DueDelivery)).catch(() => undefined);

  const later = addSeconds(now, 65);
  await dispatchDue(workerContext(later));
  const again = (await drainDeliveries()).filter(({ deliveryId }) => deliveryId === messages[0]?.deliveryId);
  for (const message of again) await deliverWebhook(workerContext(later), message);

  expect(again).toHaveLength(1);
  expect(new Set(receivedIds(receiver))).toEqual(new Set(await expectDelivered(messages)));
});

const shuffled = <T>(values: readonly T[], random: Random): T[] =>
  values
    .map((value) => ({ value, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);

test('delivery: messages that are tripled, shuffled and processed concurrently send each event once', async () => {
  const receiver = await aReceiver();
  const messages = await asked(receiver, 12);
  const random = seededRandom();
  const tripled = shuffled([...messages, ...messages, ...messages], random);

  const batches = [tripled.slice(0, 10), tripled.slice(10, 20), tripled.slice(20, 30), tripled.slice(30)];
  const answers = await Promise.all(batches.map((batch) => worked(handler, queueEvent(batch))));
  const again = await worked(handler, queueEvent(messages)); // and once more when all is over

  expect([...answers, again].flatMap(({ batchItemFailures }) => batchItemFailures)).toEqual([]);
  expect(receivedIds(receiver)).toEqual(await expectDelivered(messages));
});

test('delivery: a worker that lost its lease cannot record its outcome', async () => {
  const receiver = await aReceiver((response, count) => {
    response.statusCode = count === 1 ? 500 : 200;
    response.end();
  });
  const messages = await asked(receiver);
  const message = messages[0] as DueDelivery;
  const gate = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  let writes = 0;
  const results: boolean[] = [];
  const slowStore: Store = {
    ...dynamoStore,
    writeOne: async (write) => {
      writes += 1;
      if (writes === 2) {
        sent.resolve();
        await gate.promise;
      }
      results.push(await dynamoStore.writeOne(write));
      return results.at(-1) === true;
    },
  };
  const zombie = deliverWebhook({ ...workerContext(now), store: slowStore }, message);
  await sent.promise;

  await deliverWebhook(workerContext(addSeconds(now, 31)), message);
  gate.resolve();
  await zombie;

  expect(results).toEqual([true, false]);
  await expectDelivered(messages);
  expect(await drainDeliveries()).toEqual([]); // nor does it ask for another attempt
});

describe('delivery with clock skew', () => {
  test('does not delay a first attempt', async () => {
    const receiver = await aReceiver();
    const messages = await asked(receiver);

    await deliverWebhook(workerContext(addSeconds(now, -600)), messages[0] as DueDelivery);

    expect(receiver.received).toHaveLength(1);
  });

  test('of less than a second does not waste the message of a further attempt', async () => {
    const receiver = await aReceiver((response) => {
      response.statusCode = 500;
      response.end();
    });
    const messages = await asked(receiver);
    const message = messages[0] as DueDelivery;
    await deliverWebhook(workerContext(now), message);
    const [delivery] = await everyDelivery(message.webhookId);
    const dueAt = new Date(delivery?.nextAttemptAt ?? '');

    const lane = 'slowDeliveries';
    await deliverWebhook(workerContext(addSeconds(dueAt, -2)), message, { lane });
    const early = receiver.received.length;
    await deliverWebhook(workerContext(addSeconds(dueAt, -0.9)), message, { lane });

    expect(early).toBe(1);
    expect(receiver.received).toHaveLength(2);
  });
});

test('delivery: the next attempt uses a changed URL', async () => {
  const before = await aReceiver((response) => {
    response.statusCode = 500;
    response.end();
  });
  const after = await aReceiver();
  const organization = await anOrganization();
  const { id } = await subscribe(organization, before.url);
  await causeEvent(organization);
  await dispatchAll(now);
  const messages = (await drainDeliveries()).filter(({ webhookId }) => webhookId === id);
  await deliverWebhook(workerContext(now), messages[0] as DueDelivery);

  await call(organization.client, webhookRoutes.updateWebhook, {
    params: { id },
    body: { url: after.url },
  });
  await deliverWebhook(workerContext(addSeconds(now, 70)), messages[0] as DueDelivery);

  expect(receivedIds(after)).toEqual(receivedIds(before));
  const [delivery] = await everyDelivery(id);
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 200]);
});
