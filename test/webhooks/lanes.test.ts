import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { handler as deliverSlow } from '#functions/workers/deliver-slow-webhook.ts';
import { handler as deliver } from '#functions/workers/deliver-webhook.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { dueMessage } from '#shared/webhooks/messages.ts';
import { findSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import type { Subscription } from '#shared/webhooks/subscription.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { observed } from '#test/support/faults.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import { startReceiver } from '#test/support/receiver.ts';
import { dispatchAll, drain, drainDeliveries } from '#test/support/webhook-workers.ts';
import { aScope, commitEvents, plantSubscriptions, storeDelivery } from './stored-rows.ts';

/** A slow receiver has its own queue and workers, so that it delays no other. */
beforeAll(prepareEngine);
beforeEach(async () => void (await drainDeliveries()));

async function aWebhook(answer: Parameters<typeof startReceiver>[0], changes: Partial<Subscription> = {}) {
  const receiver = await startReceiver(answer);
  onTestFinished(receiver.stop);
  const scope = aScope();
  const [planted] = await plantSubscriptions(scope, 1, { url: receiver.url, ...changes });
  const webhook = planted as Subscription;
  const message = async () => dueMessage(scope, await storeDelivery(scope, webhook.id));
  return { receiver, scope, webhook, message };
}

const healthOf = async (scope: Scope, id: string) => {
  const subscription = await findSubscription(dynamoStore, scope, id);
  return subscription && { failing: subscription.failingSince !== null, slow: subscription.isSlow };
};

const failing = { failingSince: '2026-03-14T09:26:53.589Z' };
const slow = { ...failing, isSlow: true };

test('slow queue: a delivery to a slow receiver moves to it without an attempt', async () => {
  const { receiver, message } = await aWebhook((response) => response.end(), slow);
  const due = await message();

  await worked(deliver, queueEvent([due]));
  const atFirst = receiver.received.length;
  const moved = await drain('slowDeliveries');
  await worked(deliverSlow, queueEvent(moved));

  expect(atFirst).toBe(0);
  expect(moved).toEqual([due]);
  expect(receiver.received).toHaveLength(1);
});

test('slow queue: a fast success moves a receiver back to the normal queue', async () => {
  const { scope, webhook, message } = await aWebhook((response) => response.end(), slow);

  await worked(deliverSlow, queueEvent([await message()]));

  expect(await healthOf(scope, webhook.id)).toEqual({ failing: false, slow: false });
});

test('slow queue: events of a slow receiver are dispatched to it', async () => {
  const well = aScope();
  const aside = aScope();
  const [healthy] = await plantSubscriptions(well, 1);
  const [quicklyFailing] = await plantSubscriptions({ ...well, mode: 'live' }, 1, failing);
  const [waitedFor] = await plantSubscriptions(aside, 1, slow);
  for (const scope of [well, { ...well, mode: 'live' as const }, aside]) await commitEvents(scope, 1);

  await dispatchAll();

  const quick = (await drain('deliveries')) as { webhookId: string }[];
  expect(quick.map(({ webhookId }) => webhookId).sort()).toEqual([healthy?.id, quicklyFailing?.id].sort());
  expect(await drain('slowDeliveries')).toMatchObject([{ webhookId: waitedFor?.id }]);
});

test.each([
  ['quickly stays where it is', false, 'deliveries'],
  ['and was slow stays aside', true, 'slowDeliveries'],
])('slow queue: a receiver that fails %s with its further attempts', async (_how, isSlow, queue) => {
  const { scope, webhook, message } = await aWebhook(
    (response) => {
      response.statusCode = 500;
      response.end();
    },
    { isSlow },
  );

  const { calls } = await observed(async () => worked(isSlow ? deliverSlow : deliver, queueEvent([await message()])));

  expect(await healthOf(scope, webhook.id)).toEqual({ failing: true, slow: isSlow });
  const sent = calls.filter(({ command }) => command === 'SendMessageBatch');
  expect(sent).toHaveLength(1);
  expect(String(sent[0]?.input.QueueUrl)).toMatch(new RegExp(`-${queue}$`));
  const [entry] = (sent[0]?.input.Entries ?? []) as { DelaySeconds: number }[];
  expect(entry?.DelaySeconds).toBeGreaterThanOrEqual(60);
  expect(entry?.DelaySeconds).toBeLessThanOrEqual(66);
});

test('slow queue: a receiver is known to be slow while an attempt is still waiting', async () => {
  const finish = Promise.withResolvers<void>();
  const { receiver, scope, webhook, message } = await aWebhook((response) => {
    finish.promise.then(() => response.end());
  });
  const working = worked(deliver, queueEvent([await message()]));

  while (!(await healthOf(scope, webhook.id))?.slow) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await worked(deliver, queueEvent([await message()]));
  const behind = await drain('slowDeliveries');
  finish.resolve();
  await working;

  expect(receiver.received).toHaveLength(1);
  expect(behind).toHaveLength(1);
  expect(await healthOf(scope, webhook.id)).toEqual({ failing: false, slow: true });
});

test('queues: messages name their group, so that a backlog of one delays no other', async () => {
  const { webhook, message } = await aWebhook((response) => response.end(), slow);
  const due = await message();

  const { calls } = await observed(() => worked(deliver, queueEvent([due])));

  const sent = calls.filter(({ command }) => command === 'SendMessageBatch');
  expect(sent).toMatchObject([{ input: { Entries: [{ MessageGroupId: webhook.id }] } }]);
  await drain('slowDeliveries');
});

test('queues: a healthy receiver causes no writes beyond those of the delivery and its counter', async () => {
  const { message } = await aWebhook((response) => response.end());
  const due = await message();

  const { calls } = await observed(() => worked(deliver, queueEvent([due])));

  const commands = calls.map(({ command }) => command).filter((name) => name !== 'GetSecretValue');
  expect(commands).toEqual(['BatchGetItem', ...Array(3).fill('UpdateItem')]);
});
