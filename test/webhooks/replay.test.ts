import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { handler as work } from '#functions/workers/recover-webhook.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { PACED_PER_SECOND } from '#shared/webhooks/limits.ts';
import { DueRecovery } from '#shared/webhooks/messages.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { dispatchDue } from '#shared/webhooks/use-cases/dispatch-due.ts';
import { replayEvents } from '#shared/webhooks/use-cases/replay-events.ts';
import { call } from '#test/support/api.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import {
  deliverAll,
  dispatchAll,
  drain,
  drainDeliveries,
  everyDelivery,
  workerContext,
} from '#test/support/webhook-workers.ts';
import { commitEvents } from './stored-rows.ts';
import { anOrganization, causeEvent, type Organization, subscribe } from './subscriber.ts';

/** Events of the history can be sent to a webhook that did not receive them. */
let organization: Organization;
let receiver: Receiver;

beforeAll(prepareEngine);
beforeEach(async () => {
  await drainDeliveries();
  await drain('recoveries');
  organization = await anOrganization();
  receiver = await startReceiver();
  onTestFinished(receiver.stop);
});

/** Events of the last minute are not replayed before it has passed. */
const settled = () => addSeconds(new Date(), 120);
const anHourAgo = () => addSeconds(new Date(), -3_600).toISOString();

const aWebhook = async (events: readonly string[] = ['risk.*']) =>
  (await subscribe(organization, receiver.url, events)).id;

const replay = (id: string, body: object = { since: anHourAgo() }) =>
  call(organization.client, webhookRoutes.replayWebhook, { params: { id }, body });

const setStatus = (id: string, status: string) =>
  call(organization.client, webhookRoutes.updateWebhook, { params: { id }, body: { status } });

const dueReplays = async () => DueRecovery.array().parse(await drain('recoveries'));

/** Carries out the requested replays, and what they send. */
async function workOff(at: Date = settled()): Promise<void> {
  for (const message of await dueReplays()) while ((await replayEvents(workerContext(at), message)) === 'more');
  await deliverAll(at);
}

const receivedIds = () => receiver.received.map(({ body }): string => JSON.parse(body).data.resourceId);
const replayRows = async () =>
  (await everyRow('webhooks')).filter(
    ({ task, organizationId }) => task === 'replay' && organizationId === organization.organizationId,
  );

test('replay: sends what was committed before the webhook existed and while it was paused, once', async () => {
  const before = await causeEvent(organization);
  const id = await aWebhook();
  const active = await causeEvent(organization);
  await dispatchAll();
  await deliverAll();
  await setStatus(id, 'paused');
  const paused = await causeEvent(organization);
  await setStatus(id, 'active');

  const answer = await replay(id);
  await workOff();

  expect(answer).toMatchObject({
    status: 202,
    body: { webhookId: id, status: 'replaying', until: expect.any(String) },
  });
  expect(receivedIds()).toEqual([active, before, paused]);
  expect(await everyDelivery(id)).toMatchObject(Array(3).fill({ status: 'succeeded' }));
  expect(await replayRows()).toEqual([]);

  // Again, and there is nothing left to send.
  expect((await replay(id)).status).toBe(202);
  await workOff();
  expect(receiver.received).toHaveLength(3);
});

test('replay: sends the bytes that other webhooks received', async () => {
  const other = await startReceiver();
  onTestFinished(other.stop);
  await subscribe(organization, other.url, ['risk.*']);
  await causeEvent(organization);
  await dispatchAll();
  await deliverAll();
  const id = await aWebhook();

  await replay(id);
  await workOff();

  expect(receiver.received.map(({ body }) => body)).toEqual(other.received.map(({ body }) => body));
});

test('replay: gives failed deliveries a new round, and leaves pending ones alone', async () => {
  const id = await aWebhook();
  const [failed, pending] = [await causeEvent(organization), await causeEvent(organization)];
  await dispatchAll();
  await drainDeliveries();
  const [first, second] = await everyDelivery(id);
  const row = (await everyRow('webhooks')).find((one) => one.id === first?.id);
  if (row)
    await dynamoStore.writeOne({
      table: 'webhooks',
      update: { pk: row.pk, sk: row.sk },
      set: { status: 'failed', attemptsInRound: 5 },
      when: 'present',
    });

  await replay(id);
  await workOff();

  expect(receivedIds()).toEqual([failed]);
  expect(await everyDelivery(id)).toMatchObject([{ status: 'succeeded', attemptsInRound: 1 }, { status: 'pending' }]);
  expect(second?.payload).toContain(pending);
});

test('replay: covers the events from `since` until before `until` that are selected, and no test events', async () => {
  const id = await aWebhook(['webhook.*', 'risk.*']);
  await call(organization.client, webhookRoutes.pingWebhook, { params: { id } });
  await setStatus(id, 'paused');
  await commitEvents(organization, 2);
  await causeEvent(organization);
  await setStatus(id, 'active');
  await drainDeliveries();

  await replay(id, { since: anHourAgo(), events: ['risk.evidence.*'] });
  await workOff();
  const narrowed = (await everyDelivery(id)).map(({ event }) => event);
  await replay(id, { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' });
  await workOff();
  const earlier = await everyDelivery(id);
  await replay(id);
  await workOff();

  expect(narrowed).toEqual(['risk.evidence.recorded', 'risk.evidence.recorded']);
  expect(earlier).toHaveLength(2);
  expect((await everyDelivery(id)).map(({ event }) => event).sort()).toEqual([
    'risk.evidence.recorded',
    'risk.evidence.recorded',
    'risk.subject.created',
  ]);
});

describe('a replay', () => {
  const inDays = (days: number) => addSeconds(new Date(), days * 86_400).toISOString();

  test.each([
    ['until the future', () => ({ since: inDays(-1), until: inDays(1) }), 'range_in_future', 'until'],
    ['that begins after its end', () => ({ since: inDays(-1), until: inDays(-2) }), 'empty_range', 'since'],
    ['that begins now', () => ({ since: inDays(1) }), 'empty_range', 'since'],
    ['of 32 days', () => ({ since: inDays(-32) }), 'range_too_long', 'since'],
  ])('%s is refused', async (_case, body, code, path) => {
    const id = await aWebhook();

    const refused = await replay(id, body());

    expect(refused).toMatchObject({ status: 422, body: { code, errors: [{ path }] } });
    expect(await replayRows()).toEqual([]);
  });

  test('of unknown events is refused', async () => {
    const refused = await replay(await aWebhook(), { since: anHourAgo(), events: ['bogus.event'] });

    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  });

  test('to a paused webhook is refused', async () => {
    const id = await aWebhook();
    await setStatus(id, 'paused');

    expect(await replay(id)).toMatchObject({ status: 409, body: { code: 'webhook_not_active' } });
  });

  test('is refused while another one to the same webhook is running', async () => {
    const [id, other] = [await aWebhook(), await aWebhook()];

    const answers = await Promise.all([replay(id), replay(id)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('replay_running');
    expect((await replay(other)).status).toBe(202);
  });

  test('ends when its webhook is paused', async () => {
    const id = await aWebhook();
    await causeEvent(organization);
    await replay(id);
    await setStatus(id, 'paused');

    await workOff();

    expect(await replayRows()).toEqual([]);
    expect(await everyDelivery(id)).toEqual([]);
  });

  test('waits for the events of the last minute', async () => {
    await causeEvent(organization);
    const id = await aWebhook();
    await replay(id);
    const [message] = await dueReplays();

    const early = message && (await replayEvents(workerContext(), message));
    const atOnce = await everyDelivery(id);
    const late = message && (await replayEvents(workerContext(settled()), message));

    expect([early, atOnce.length, late]).toEqual(['later', 0, 'done']);
    expect(await everyDelivery(id)).toHaveLength(1);
  });

  test('is carried out by its worker, which comes again until it is done', async () => {
    const id = await aWebhook();
    await replay(id);

    expect(await worked(work, queueEvent(await dueReplays()))).toEqual({ batchItemFailures: [] });

    expect(await replayRows()).toHaveLength(1); // the last minute is still to come
  });

  test('of several pages continues when time is short, sends each event once, and keeps its pace', async () => {
    for (const count of [100, 100, 50]) await commitEvents(organization, count);
    const id = await aWebhook(['risk.evidence.*']);
    await replay(id);
    const [message] = await dueReplays();
    const at = settled();
    const hasty = { ...workerContext(at), remainingMs: () => 1_000 };

    const outcomes: unknown[] = [];
    while (message && outcomes.at(-1) !== 'done') outcomes.push(await replayEvents(hasty, message));

    expect(outcomes.length).toBeGreaterThan(2);
    const deliveries = await everyDelivery(id);
    expect(new Set(deliveries.map(({ eventId }) => eventId)).size).toBe(250);
    const times = deliveries.map(({ nextAttemptAt }) => Date.parse(nextAttemptAt ?? ''));
    for (const start of times) {
      const inSecond = times.filter((time) => time >= start && time < start + 1_000).length;
      expect(inSecond).toBeLessThanOrEqual(2 * 99);
    }
    const spreadSeconds = (Math.max(...times) - Math.min(...times)) / 1_000;
    expect(spreadSeconds).toBeGreaterThanOrEqual((250 - 2 * 99) / PACED_PER_SECOND);
  });

  test('by two workers at once sends each event once', async () => {
    for (const count of [100, 60]) await commitEvents(organization, count);
    const id = await aWebhook(['risk.evidence.*']);
    await replay(id);
    const [message] = await dueReplays();
    const at = settled();

    const both = [1, 2].map(async () => {
      while (message && (await replayEvents(workerContext(at), message)) === 'more');
    });
    await Promise.all(both);

    expect(await everyDelivery(id)).toHaveLength(160);
    expect(await replayRows()).toEqual([]);
  });

  test('that is killed at any point continues, and sends each event once', { tags: 'full' }, async () => {
    const prepare = async () => {
      organization = await anOrganization();
      await commitEvents(organization, 2);
      const id = await aWebhook(['risk.evidence.*']);
      await replay(id);
      const [message] = await dueReplays();
      return { id, message: message as DueRecovery };
    };
    const at = settled();
    const first = await prepare();
    const { calls } = await observed(() => replayEvents(workerContext(at), first.message));
    // The shards of the history are read concurrently: a crash at any of these reads is the same.
    const points = calls.keys().filter((index) => {
      const [previous, own] = [calls[index - 1], calls[index]];
      return own?.command !== 'Query' || previous?.command !== 'Query';
    });
    for (const index of points)
      for (const moment of ['before', 'after'] as const) {
        const point = `killed ${moment} call ${index} (${calls[index]?.command})`;
        const { id, message } = await prepare();
        await withFaults(crashAt(index, moment), () => replayEvents(workerContext(at), message)).catch(() => undefined);
        await drainDeliveries(); // whatever it had asked for is lost

        const later = addSeconds(at, 70);
        await dispatchDue(workerContext(later));
        for (const due of await dueReplays()) await replayEvents(workerContext(later), due);
        await dispatchDue(workerContext(addSeconds(later, 70)));
        await deliverAll(addSeconds(later, 70));

        expect(
          (await everyDelivery(id)).map(({ status }) => status),
          point,
        ).toEqual(['succeeded', 'succeeded']);
      }
  });
});
