import { randomUUID } from 'node:crypto';
import { mapConcurrently } from '@assay/foundation/concurrency';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { handler as recover } from '#functions/workers/recover-webhook.ts';
import { addSeconds, shiftClock } from '#shared/platform/clock.ts';
import type { Delivery } from '#shared/webhooks/delivery.ts';
import { DueRecovery } from '#shared/webhooks/messages.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { dispatchDue } from '#shared/webhooks/use-cases/dispatch-due.ts';
import { recoverWebhook } from '#shared/webhooks/use-cases/recover-webhook.ts';
import { call } from '#test/support/api.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import { deliverAll, drain, drainDeliveries, everyDelivery, workerContext } from '#test/support/webhook-workers.ts';
import { storeDelivery } from './stored-rows.ts';
import { anOrganization, type Organization, subscribe } from './subscriber.ts';

/** Deliveries can be sent again: one by a manual retry, or all since a time. */
let organization: Organization;
let receiver: Receiver;
const now = new Date();
const HOUR = 3_600;

beforeAll(async () => {
  await prepareEngine();
  organization = await anOrganization();
});
afterEach(() => shiftClock(0));
beforeEach(async () => {
  await drainDeliveries();
  await drain('recoveries');
  receiver = await startReceiver();
  onTestFinished(receiver.stop);
});

const aWebhook = async () => (await subscribe(organization, receiver.url)).id;
const failed = { status: 'failed', nextAttemptAt: null, attemptsInRound: 5 } as const;

const receivedIds = () => receiver.received.map(({ body }): string => JSON.parse(body).eventId);

describe('a manual retry of one delivery', () => {
  const retry = (id: string, deliveryId: string, idempotencyKey: string = randomUUID()) =>
    call(organization.client, webhookRoutes.retryDelivery, {
      params: { id, deliveryId },
      idempotencyKey,
    });

  test.each(['failed', 'succeeded'] as const)('that has %s is sent again', async (status) => {
    const id = await aWebhook();
    const delivery = await storeDelivery(organization, id, { ...failed, status });

    const answer = await retry(id, delivery.id);
    await deliverAll();

    expect(answer).toMatchObject({
      status: 202,
      body: { id: delivery.id, data: { status: 'pending' } },
    });
    expect(receivedIds()).toEqual([delivery.eventId]);
    expect(await everyDelivery(id)).toMatchObject([{ status: 'succeeded', attemptsInRound: 1 }]);
  });

  test('gives it five attempts again', async () => {
    const id = await aWebhook();
    const delivery = await storeDelivery(organization, id, failed);
    await receiver.stop();

    await retry(id, delivery.id);
    await deliverAll();

    const [after] = await everyDelivery(id);
    expect(after).toMatchObject({ status: 'pending', attemptsInRound: 1 });
    expect(after?.attempts).toMatchObject([{ status: null, error: 'connection_refused' }]);
  });

  test('is refused during an attempt', async () => {
    const id = await aWebhook();
    const delivery = await storeDelivery(organization, id);

    expect(await retry(id, delivery.id)).toMatchObject({
      status: 409,
      body: { code: 'still_pending' },
    });
  });

  test('sends it once, however often the same request is repeated', async () => {
    const id = await aWebhook();
    const delivery = await storeDelivery(organization, id, failed);
    const idempotencyKey = randomUUID();

    const first = await retry(id, delivery.id, idempotencyKey);
    await deliverAll();
    const again = await retry(id, delivery.id, idempotencyKey);
    await deliverAll();

    expect(again).toMatchObject({ status: 202, body: first.body });
    expect(receiver.received).toHaveLength(1);
  });

  test('that is requested twice concurrently reopens it once', async () => {
    const id = await aWebhook();
    const delivery = await storeDelivery(organization, id, failed);

    const answers = await Promise.all([retry(id, delivery.id), retry(id, delivery.id)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  });

  test('of a delivery that does not exist, or of another webhook, is a 404', async () => {
    const id = await aWebhook();
    const other = await aWebhook();
    const { id: deliveryId } = await storeDelivery(organization, other, failed);
    const neighbour = `${deliveryId.slice(0, -1)}${deliveryId.endsWith('0') ? '1' : '0'}`;

    expect((await retry(id, deliveryId)).status).toBe(404);
    expect((await retry(other, neighbour)).status).toBe(404);
    expect((await retry(id, randomUUID())).status).toBe(404);
  });
});

describe('a recovery since a time', () => {
  const ask = (id: string, since: Date | string) =>
    call(organization.client, webhookRoutes.recoverWebhook, {
      params: { id },
      body: { since: typeof since === 'string' ? since : since.toISOString() },
    });

  const dueRecoveries = async () => DueRecovery.array().parse(await drain('recoveries'));

  async function workOff(): Promise<void> {
    for (let more = await dueRecoveries(); more.length > 0; more = await dueRecoveries())
      expect(await worked(recover, queueEvent(more))).toEqual({ batchItemFailures: [] });
  }

  const statusesOf = async (id: string) => (await everyDelivery(id)).map(({ status }) => status).sort();

  test('sends deliveries that failed since then, and nothing else', async () => {
    const id = await aWebhook();
    const other = await aWebhook();
    const since = addSeconds(now, -HOUR);
    await storeDelivery(organization, id, { ...failed, at: addSeconds(since, -0.001) });
    await storeDelivery(organization, id, { status: 'succeeded', nextAttemptAt: null });
    await storeDelivery(organization, other, failed);
    const wanted: Delivery[] = [];
    for (const at of [since, addSeconds(since, 1), now])
      wanted.push(await storeDelivery(organization, id, { ...failed, at }));

    const answer = await ask(id, since);
    await workOff();
    await deliverAll();

    expect(answer).toMatchObject({
      status: 202,
      body: { webhookId: id, status: 'recovering', deliveries: 3 },
    });
    expect(receivedIds().sort()).toEqual(wanted.map(({ eventId }) => eventId).sort());
    expect(await statusesOf(id)).toEqual(['failed', ...Array(4).fill('succeeded')]);
    expect((await everyRow('webhooks')).filter(({ kind, task }) => kind === 'recovery' && !task)).toEqual([]);
  });

  test('attempts deliveries that wait for their next attempt, and counts them', async () => {
    const id = await aWebhook();
    const waiting = { attemptsInRound: 1, nextAttemptAt: addSeconds(now, HOUR).toISOString() };
    const one = await storeDelivery(organization, id, waiting);
    const putOff = await storeDelivery(organization, id, {
      nextAttemptAt: waiting.nextAttemptAt,
      putOffSince: now.toISOString(),
    });
    const held = addSeconds(new Date(), 60).toISOString();
    await storeDelivery(organization, id, { ...waiting, lease: held });

    const answer = await ask(id, addSeconds(now, -HOUR));
    await workOff();
    await deliverAll();

    expect(answer.body.deliveries).toBe(2);
    expect(receivedIds().sort()).toEqual([one.eventId, putOff.eventId].sort());
    expect(await everyDelivery(id)).toContainEqual(
      expect.objectContaining({ status: 'pending', attemptsInRound: 1, lease: held }),
    );
  });

  test('that is requested twice does no harm', async () => {
    const id = await aWebhook();
    await storeDelivery(organization, id, failed);

    await ask(id, addSeconds(now, -HOUR));
    const second = await ask(id, addSeconds(now, -HOUR));
    await workOff();
    await deliverAll();
    const third = await ask(id, addSeconds(now, -HOUR));
    await workOff();
    await deliverAll();

    expect(second).toMatchObject({ status: 409, body: { code: 'recovery_running' } });
    expect(third).toMatchObject({ status: 202, body: { status: 'nothing_to_do', deliveries: 0 } });
    expect(receiver.received).toHaveLength(1);
  });

  test('leaves out what another recovery has reopened in the last minute', async () => {
    const id = await aWebhook();
    await storeDelivery(organization, id, failed);
    await receiver.stop();
    await ask(id, addSeconds(now, -HOUR));
    await workOff();
    await deliverAll(); // fails again and waits

    const atOnce = await ask(id, addSeconds(now, -HOUR));
    shiftClock(61_000);
    const later = await ask(id, addSeconds(now, -HOUR));

    expect(atOnce.body).toMatchObject({ status: 'nothing_to_do', deliveries: 0 });
    expect(later.body).toMatchObject({ status: 'recovering', deliveries: 1 });
  });

  test('in the future is refused, and changes nothing', async () => {
    const id = await aWebhook();
    await storeDelivery(organization, id, failed);

    const refused = await ask(id, '9999-12-31T23:59:59Z');
    await workOff();

    expect(refused).toMatchObject({ status: 422, body: { code: 'since_in_future', errors: [{ path: 'since' }] } });
    expect(await statusesOf(id)).toEqual(['failed']);
  });

  test('that is killed at any point continues, and reopens each delivery', { tags: 'full' }, async () => {
    const prepare = async () => {
      const id = await aWebhook();
      await storeDelivery(organization, id, failed);
      await storeDelivery(organization, id, failed);
      await ask(id, addSeconds(now, -HOUR));
      const [message] = await dueRecoveries();
      return { id, message: message as DueRecovery };
    };
    const first = await prepare();
    const { calls } = await observed(() => recoverWebhook(workerContext(), first.message));

    // The shards of a list are read concurrently: a crash at any of these reads is the same.
    const points = calls.keys().filter((index) => {
      const [previous, own] = [calls[index - 1], calls[index]];
      return own?.command !== 'Query' || previous?.command !== 'Query';
    });
    for (const index of points)
      for (const moment of ['before', 'after'] as const) {
        const point = `killed ${moment} call ${index} (${calls[index]?.command})`;
        const { id, message } = await prepare();
        const plan = crashAt(index, moment);
        await withFaults(plan, () => recoverWebhook(workerContext(), message)).catch(() => undefined);
        await drainDeliveries(); // whatever it had asked for is lost

        // The tick finds both the unfinished recovery and the reopened deliveries.
        const later = addSeconds(new Date(), 70);
        await dispatchDue(workerContext(later));
        for (const due of await dueRecoveries()) await recoverWebhook(workerContext(later), due);
        await dispatchDue(workerContext(addSeconds(later, 70)));
        await deliverAll(addSeconds(later, 70));

        expect(await statusesOf(id), point).toEqual(['succeeded', 'succeeded']);
        expect(new Set(receivedIds()).size, point).toBe(receivedIds().length);
      }
  });

  test('accepts a time with any offset, and shows it in UTC', async () => {
    const answer = await ask(await aWebhook(), '2026-03-14T01:00:00+01:00');

    expect(answer).toMatchObject({ status: 202, body: { since: '2026-03-14T00:00:00.000Z' } });
  });

  test.each(['yesterday', '2026-13-01T00:00:00Z', ''])('refuses "%s" as a time', async (since) => {
    const response = await ask(await aWebhook(), since);

    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  });

  test('accepts a time before the service existed', async () => {
    const id = await aWebhook();
    await storeDelivery(organization, id, failed);

    const answer = await ask(id, '1970-01-01T00:00:00Z');
    await workOff();

    expect(answer.status).toBe(202);
    expect(await statusesOf(id)).toEqual(['pending']);
  });

  test('processes many pages, and continues after each when time is short', async () => {
    const id = await aWebhook();
    const planted = await mapConcurrently([...Array(120).keys()], 25, (index) =>
      storeDelivery(organization, id, { ...failed, at: addSeconds(now, -index) }),
    );
    await ask(id, addSeconds(now, -HOUR));
    const [message] = await dueRecoveries();

    const hasty = { ...workerContext(), remainingMs: () => 1_000 };
    const outcomes: string[] = [];
    while (message && outcomes.at(-1) !== 'done') outcomes.push(await recoverWebhook(hasty, message));

    expect(outcomes).toEqual(['more', 'done']);
    expect(await statusesOf(id)).toEqual(Array(120).fill('pending'));
    const asked = (await drainDeliveries()).map(({ deliveryId }) => deliveryId);
    expect(asked.sort()).toEqual(planted.map((delivery) => delivery.id).sort());
  });
});
