import { mapConcurrently } from '@assay/foundation/concurrency';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { handler as startTicks } from '#functions/workers/start-ticks.ts';
import { handler as tick } from '#functions/workers/tick-deliveries.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { queueUrlOf } from '#shared/platform/environment.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { deliveryKey } from '#shared/webhooks/repository/deliveries.ts';
import { dispatchDue } from '#shared/webhooks/use-cases/dispatch-due.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { observed } from '#test/support/faults.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import { startReceiver } from '#test/support/receiver.ts';
import {
  deliverAll,
  dispatchAll,
  drainDeliveries,
  everyDelivery,
  workerContext,
} from '#test/support/webhook-workers.ts';
import { aScope, commitEvents, plantSubscriptions, storeDelivery } from './stored-rows.ts';
import { anOrganization, causeEvent, subscribe } from './subscriber.ts';

/** The fallback: work that streams and messages lose is found every five seconds. */
const now = new Date();
beforeAll(prepareEngine);
beforeEach(async () => void (await drainDeliveries()));

const tickAt = (at: Date) => dispatchDue(workerContext(at));
const askedFor = async (webhookId: string) =>
  (await drainDeliveries()).filter((message) => message.webhookId === webhookId);

test('tick: a minute has twelve ticks of each kind, five seconds apart', async () => {
  const { calls } = await observed(() =>
    startTicks({}, { awsRequestId: 'x', getRemainingTimeInMillis: () => 1 } as never),
  );

  for (const queue of ['deliveryTicks', 'riskTicks'] as const) {
    const delays = calls
      .filter(({ input }) => input.QueueUrl === queueUrlOf(queue))
      .flatMap(({ input }) =>
        (input.Entries as { DelaySeconds?: number }[]).map(({ DelaySeconds = 0 }) => DelaySeconds),
      );
    expect(delays).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55]);
  }
});

test('tick: an event that the stream missed is dispatched', async () => {
  const scope = aScope();
  const [webhook] = await plantSubscriptions(scope, 1);
  await commitEvents(scope, 2, now);

  await worked(tick, queueEvent([{}]));

  expect(await everyDelivery(webhook?.id)).toHaveLength(2);
  expect(await askedFor(webhook?.id ?? '')).toHaveLength(2);
});

test('tick: a lost first message is sent again after a minute', async () => {
  const scope = aScope();
  const [webhook] = await plantSubscriptions(scope, 1);
  await commitEvents(scope, 1, now);
  await dispatchAll(now);
  const lost = await askedFor(webhook?.id ?? '');

  await tickAt(addSeconds(now, 59));
  const early = await askedFor(webhook?.id ?? '');
  await tickAt(addSeconds(now, 60));
  const found = await askedFor(webhook?.id ?? '');

  expect(lost).toHaveLength(1);
  expect(early).toEqual([]);
  expect(found).toEqual(lost);
});

test('tick: a lost delayed message is sent again when its attempt is due', async () => {
  const receiver = await startReceiver((response, count) => {
    response.statusCode = count === 1 ? 500 : 200;
    response.end();
  });
  onTestFinished(receiver.stop);
  const organization = await anOrganization();
  const { id } = await subscribe(organization, receiver.url);
  await causeEvent(organization);
  await dispatchAll(now);
  await deliverAll(now); // the message for the next attempt is delayed by a minute of real time

  await tickAt(addSeconds(now, 59));
  const early = await askedFor(id);
  await tickAt(addSeconds(now, 70));
  await deliverAll(addSeconds(now, 70));

  expect(early).toEqual([]);
  const [delivery] = await everyDelivery(id);
  expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 200]);
});

test('tick: a delivery that waits in a long queue is enqueued again with growing delays', async () => {
  const scope = aScope();
  const [webhook] = await plantSubscriptions(scope, 1);
  await storeDelivery(scope, webhook?.id ?? '', { at: now });

  const askedAt: number[] = [];
  for (const seconds of [59, 60, 119, 120, 239, 240, 479, 480]) {
    await tickAt(addSeconds(now, seconds));
    if ((await askedFor(webhook?.id ?? '')).length > 0) askedAt.push(seconds);
  }

  expect(askedAt).toEqual([60, 120, 240, 480]);
});

test('tick: more due rows than a batch are all enqueued by one tick, each once', { tags: 'full' }, async () => {
  const scope = aScope();
  const [webhook] = await plantSubscriptions(scope, 1);
  const planted = await mapConcurrently([...Array(150).keys()], 25, (index) =>
    storeDelivery(scope, webhook?.id ?? '', { at: addSeconds(now, -index) }),
  );
  const later = addSeconds(now, 61);

  await Promise.all([tickAt(later), tickAt(later)]);
  const asked = await askedFor(webhook?.id ?? '');
  await tickAt(addSeconds(later, 1));

  expect(asked.map(({ deliveryId }) => deliveryId).sort()).toEqual(planted.map(({ id }) => id).sort());
  expect(await askedFor(webhook?.id ?? '')).toEqual([]);

  // And after each has waited as long again, but time is short: one batch.
  await dispatchDue({ ...workerContext(addSeconds(now, 400)), remainingMs: () => 10_000 });
  const batch = (await askedFor(webhook?.id ?? '')).length;
  expect(batch).toBeGreaterThan(0);
  expect(batch).toBeLessThanOrEqual(104); // thirteen of each of eight shards
});

describe('a row that cannot be read', () => {
  test('does not delay the others, and makes the tick fail', async () => {
    const scope = aScope();
    const [webhook] = await plantSubscriptions(scope, 1);
    const row = await commitEvents(scope, 1, now);
    const broken = await commitEvents(scope, 1, addSeconds(now, -60));
    await dynamoStore.writeOne({ table: 'journal', put: { ...broken, mode: 'draft' } });

    const first = await worked(tick, queueEvent([{}]));
    const second = await worked(tick, queueEvent([{}]));

    expect(first.batchItemFailures).toHaveLength(1);
    expect(second.batchItemFailures).toEqual([]); // put off for a minute
    expect(await everyDelivery(webhook?.id)).toHaveLength(1);
    const left = await dynamoStore.get('journal', { pk: row.pk, sk: row.sk });
    expect(left?.dueAt).toBeUndefined();
  });

  test('among the deliveries does not delay the others either', async () => {
    const scope = aScope();
    const [webhook] = await plantSubscriptions(scope, 1);
    const long = addSeconds(now, -600);
    const broken = await storeDelivery(scope, webhook?.id ?? '', { at: long });
    const fine = await storeDelivery(scope, webhook?.id ?? '', { at: long });
    const update = deliveryKey(scope, webhook?.id ?? '', broken.id);
    const set = { organizationId: 7 };
    await dynamoStore.writeOne({ table: 'webhooks', update, set, when: 'present' });

    const answer = await worked(tick, queueEvent([{}]));

    expect(answer.batchItemFailures).toHaveLength(1);
    const asked = await askedFor(webhook?.id ?? '');
    expect(asked.map(({ deliveryId }) => deliveryId)).toEqual([fine.id]);
  });
});
