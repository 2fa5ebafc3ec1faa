import { GetQueueAttributesCommand, PurgeQueueCommand } from '@aws-sdk/client-sqs';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { queueClient } from '#shared/platform/aws-clients.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { queueUrlOf } from '#shared/platform/environment.ts';
import { memberId } from '#shared/platform/ids.ts';
import { keyIn } from '#shared/platform/store/collection.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { Item, Store } from '#shared/platform/store/store.ts';
import { deliveryId } from '#shared/webhooks/delivery.ts';
import { OutboxRow } from '#shared/webhooks/repository/outbox.ts';
import { subscriptionsOf } from '#shared/webhooks/repository/subscriptions.ts';
import { dispatchDue } from '#shared/webhooks/use-cases/dispatch-due.ts';
import { dispatchOutbox } from '#shared/webhooks/use-cases/dispatch-outbox.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { scaled } from '#test/support/soak.ts';
import { drainDeliveries, everyDelivery, workerContext } from '#test/support/webhook-workers.ts';
import { aScope, commitEvents, plantSubscriptions } from './stored-rows.ts';

/** Committed events become deliveries, whatever happens to the dispatchers. */
const now = new Date();
const lease = 60;

beforeAll(prepareEngine);
beforeEach(async () => void (await drainDeliveries()));

const dispatch = (row: Item, at = now, store: Store = dynamoStore) =>
  dispatchOutbox({ ...workerContext(at), store }, OutboxRow.parse(row));

const standing = async ({ pk, sk }: Item) => dynamoStore.get('journal', { pk, sk });

/** The deliveries that a row must become, derived from its events and webhooks. */
const expectedOf = (row: Item) =>
  Object.entries(row.subscribers as Record<string, number[]>).flatMap(([webhookId, members]) =>
    members.map((member) => deliveryId(memberId(String(row.id), member), webhookId)),
  );

async function expectDispatched(row: Item): Promise<void> {
  const expected = new Set(expectedOf(row));
  const made = (await everyDelivery()).filter(({ id }) => expected.has(id));
  expect(made).toHaveLength(expected.size);
  expect((await standing(row))?.dueAt).toBeUndefined();
}

/** The deliveries of a row that are enqueued; ticks enqueue others too. */
async function askedFor(row: Item): Promise<string[]> {
  const expected = new Set(expectedOf(row));
  const messages = await drainDeliveries();
  return messages.map(({ deliveryId: id }) => id).filter((id) => expected.has(id));
}

async function aRow({ subscriptions = 2, events = 2 } = {}): Promise<Item> {
  const scope = aScope();
  await plantSubscriptions(scope, subscriptions);
  return commitEvents(scope, events, now);
}

test('dispatch: every event is delivered to every webhook it names, and enqueued once', async () => {
  const row = await aRow({ subscriptions: 3, events: 4 });

  await dispatch(row);
  await dispatch(row); // the stream shows it again

  await expectDispatched(row);
  expect((await askedFor(row)).sort()).toEqual(expectedOf(row).sort());
});

test('dispatch: a dispatcher killed at any point loses nothing', async () => {
  const { calls } = await observed(async () => dispatch(await aRow()));
  const first = calls.findIndex(({ command }) => command === 'UpdateItem');
  const own = calls.slice(first);
  expect(own.map(({ command }) => command)).toEqual([
    'UpdateItem',
    'BatchGetItem',
    ...Array(4).fill('PutItem'),
    'SendMessageBatch',
    'UpdateItem',
  ]);

  for (const index of own.keys())
    for (const moment of ['before', 'after'] as const) {
      const row = await aRow();
      await withFaults(crashAt(index, moment), () => dispatch(row)).catch(() => undefined);
      const before = await askedFor(row);

      await dispatchDue(workerContext(addSeconds(now, 59)));
      await dispatchDue(workerContext(addSeconds(now, lease + 1)));

      await expectDispatched(row);
      const after = await askedFor(row);
      const point = `killed ${moment} call ${index}`;
      expect([...new Set([...before, ...after])].sort(), point).toEqual(expectedOf(row).sort());
    }
});

test('dispatch: of many concurrent dispatchers, one does the work', async () => {
  const row = await aRow();

  await Promise.all(Array.from({ length: 5 }, () => dispatch(row)));

  await expectDispatched(row);
  expect(await askedFor(row)).toHaveLength(4);
});

/** A store whose dispatcher blocks before its nth write until it is released. */
function standingStill(beforeWrite: number) {
  let writes = 0;
  const wakeUp = Promise.withResolvers<void>();
  const asleep = Promise.withResolvers<void>();
  const results: boolean[] = [];
  const store: Store = {
    ...dynamoStore,
    writeOne: async (write) => {
      writes += 1;
      if (writes === beforeWrite) {
        asleep.resolve();
        await wakeUp.promise;
      }
      const isDone = await dynamoStore.writeOne(write);
      results.push(isDone);
      return isDone;
    },
  };
  return { store, asleep: asleep.promise, wakeUp: wakeUp.resolve, results };
}

describe('a dispatcher whose lease has expired', () => {
  test('cannot close a row that another has closed', async () => {
    const row = await aRow({ subscriptions: 1, events: 1 });
    const zombie = standingStill(3); // lease, delivery, close
    const sleeping = dispatch(row, now, zombie.store);
    await zombie.asleep;

    await dispatchDue(workerContext(addSeconds(now, lease + 1)));
    const closed = await standing(row);
    zombie.wakeUp();
    await sleeping;

    expect(zombie.results).toEqual([true, true, false]);
    expect(await standing(row)).toEqual(closed);
    await expectDispatched(row);
  });

  test('cannot close a row that another has leased', async () => {
    const row = await aRow({ subscriptions: 1, events: 1 });
    const zombie = standingStill(3);
    const sleeping = dispatch(row, now, zombie.store);
    await zombie.asleep;
    const successor = standingStill(2);
    const due = { ...(await standing(row)) } as Item;
    const working = dispatch(due, addSeconds(now, lease + 1), successor.store);
    await successor.asleep;

    zombie.wakeUp();
    await sleeping;

    expect(zombie.results.at(-1)).toBe(false);
    expect((await standing(row))?.dueAt).toBe(addSeconds(now, 2 * lease + 1).toISOString());
    successor.wakeUp();
    await working;
    await expectDispatched(row);
  });

  test('stops when it records its progress', async () => {
    const row = await aRow({ subscriptions: 12, events: 1 });
    const zombie = standingStill(7); // lease, five deliveries, progress
    const sleeping = dispatch(row, now, zombie.store);
    await zombie.asleep;

    await dispatchDue(workerContext(addSeconds(now, lease + 1)));
    zombie.wakeUp();
    await sleeping;

    expect(zombie.results).toEqual([true, ...Array(5).fill(true), false]);
    await expectDispatched(row);
  });
});

test('dispatch: a long dispatch renews its lease', async () => {
  const row = await aRow({ subscriptions: 12, events: 1 });
  const slow = standingStill(13); // lease, five, progress, five, progress
  // Each read of the clock is fifteen seconds later than the one before.
  let elapsedMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    elapsedMs += 15_000;
    return elapsedMs;
  });
  const working = dispatch(row, now, slow.store);
  await slow.asleep;
  clock.mockRestore();

  const leasedUntil = (await standing(row))?.dueAt;
  await dispatchDue(workerContext(addSeconds(now, lease + 10)));

  expect(leasedUntil).toBe(addSeconds(now, 15 + lease).toISOString());
  expect((await standing(row))?.dueAt).toBe(leasedUntil);
  slow.wakeUp();
  await working;
  await expectDispatched(row);
  expect([...new Set(await askedFor(row))].sort()).toEqual(expectedOf(row).sort());
});

test('dispatch: a dispatcher without time left leaves the rest to the next tick', async () => {
  const row = await aRow({ subscriptions: 12, events: 1 });

  const hasty = { ...workerContext(now), remainingMs: () => 5_000 };
  await dispatchOutbox(hasty, OutboxRow.parse(row));
  const asked = await askedFor(row);
  await dispatchDue(workerContext(addSeconds(now, 5)));

  expect(asked).toHaveLength(5);
  await expectDispatched(row);
  expect(await askedFor(row)).toHaveLength(7);
});

test('dispatch: a webhook deleted since the commit receives nothing, and delays no other', async () => {
  const scope = aScope();
  const [gone, left] = await plantSubscriptions(scope, 2);
  const row = await commitEvents(scope, 1, now);
  const set = { status: 'deleted' };
  const update = keyIn(subscriptionsOf(scope), gone?.id ?? '');
  await dynamoStore.writeOne({ table: 'webhooks', update, set, when: 'present' });

  await dispatch(row);

  expect((await everyDelivery(left?.id)).map(({ webhookId }) => webhookId)).toEqual([left?.id]);
  expect(await everyDelivery(gone?.id)).toEqual([]);
  expect((await standing(row))?.dueAt).toBeUndefined();
});

/**
 * A store with deliveries in memory, for numbers that the engine is too slow for; it can be made to fail.
 */
function deliveriesInMemory() {
  const rows = new Set<string>();
  const puts = { made: 0, until: Number.POSITIVE_INFINITY };
  const store: Store = {
    ...dynamoStore,
    writeOne: async (write) => {
      if (puts.made >= puts.until) throw new Error('died');
      if (!('put' in write) || write.put.eventId === undefined) return dynamoStore.writeOne(write);
      expect(write.when).toBe('absent');
      puts.made += 1;
      const { pk, sk } = write.put;
      const isNew = !rows.has(`${pk} ${sk}`);
      rows.add(`${pk} ${sk}`);
      return isNew;
    },
  };
  return { store, rows, puts };
}

test('dispatch: 101 events for 50 webhooks are 5,050 deliveries, although a dispatcher crashes half-way', {
  tags: 'full',
}, async () => {
  const row = await aRow({ subscriptions: 50, events: 101 });
  const { store, rows, puts } = deliveriesInMemory();

  puts.until = 2_600;
  await expect(dispatch(row, now, store)).rejects.toThrow('died');
  puts.until = Number.POSITIVE_INFINITY;
  const left = (await standing(row)) as Item;
  await dispatch(left, addSeconds(now, 59), store); // not its turn yet
  await dispatch(left, addSeconds(now, 2 * lease), store);

  expect(rows.size).toBe(5_050);
  expect((await standing(row))?.dueAt).toBeUndefined();
  // The second run continued from the recorded progress of the first.
  expect(puts.made).toBeLessThanOrEqual(5_050 + 505);
  const queue = { QueueUrl: queueUrlOf('deliveries') };
  const { Attributes } = await queueClient().send(
    new GetQueueAttributesCommand({ ...queue, AttributeNames: ['ApproximateNumberOfMessages'] }),
  );
  expect(Number(Attributes?.ApproximateNumberOfMessages)).toBe(5_050);
  await queueClient().send(new PurgeQueueCommand(queue));
});

test('dispatch: the same on the engine, with as many as time allows', { tags: 'full' }, async () => {
  const subscriptions = scaled(2, 50);
  const row = await aRow({ subscriptions, events: 101 });
  const halfWay = Math.floor((subscriptions * 101) / 2);

  await withFaults(crashAt(halfWay, 'after'), () => dispatch(row)).catch(() => undefined);
  const half = (await askedFor(row)).length;
  await dispatchDue(workerContext(addSeconds(now, 3 * lease)));

  expect(half).toBeLessThan(subscriptions * 101);
  await expectDispatched(row);
});
