import fc from 'fast-check';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addSeconds } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { erasableWebhooks } from '#shared/webhooks/erasable.ts';
import { dueMessage } from '#shared/webhooks/messages.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { countsOf, p95Of, parseCounts, sumOf } from '#shared/webhooks/stats.ts';
import { deliverWebhook } from '#shared/webhooks/use-cases/deliver-webhook.ts';
import { call } from '#test/support/api.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import { type AwsCall, withFaults } from '#test/support/faults.ts';
import { startReceiver } from '#test/support/receiver.ts';
import { everyDelivery, workerContext } from '#test/support/webhook-workers.ts';
import { storeDelivery } from './stored-rows.ts';
import { anOrganization, subscribe } from './subscriber.ts';

const outcome = (latencyMs: number, status: number | null = 200, error: string | null = null) => ({
  status,
  error,
  latencyMs,
  preview: null,
  retryAfterSeconds: null,
});

describe('p95 of a histogram', () => {
  test('webhook stats: the estimate is in the bucket of the true percentile', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 60 }), (latencies) => {
        const { latencies: buckets } = sumOf(latencies.map((one) => parseCounts(countsOf(outcome(one)))));
        const exact = latencies.toSorted((a, b) => a - b)[Math.ceil(latencies.length * 0.95) - 1];
        const bucketOf = (ms: number) => parseCounts(countsOf(outcome(ms))).latencies.findIndex((count) => count > 0);
        expect(bucketOf(p95Of(buckets) ?? -1)).toBe(bucketOf(exact ?? -2));
      }),
    );
  });

  test('webhook stats: a refused connection has no response time, a timeout has', () => {
    expect(p95Of(parseCounts(countsOf(outcome(2, null, 'connection_refused'))).latencies)).toBeNull();
    expect(p95Of(parseCounts(countsOf(outcome(10_003, null, 'timeout'))).latencies)).toBeGreaterThan(10_000);
  });
});

describe('counted attempts', () => {
  beforeAll(prepareEngine);

  async function aWebhook(answers: () => number = () => 200) {
    const receiver = await startReceiver((response) => {
      response.statusCode = answers();
      response.end();
    });
    onTestFinished(receiver.stop);
    const organization = await anOrganization();
    const { id } = await subscribe(organization, receiver.url);
    const attemptAt = async (at: Date) => {
      const delivery = await storeDelivery(organization, id, { at, attemptsInRound: 4 });
      await deliverWebhook(workerContext(at), dueMessage(organization, delivery), {
        lane: 'slowDeliveries',
      });
    };
    const stats = (query = {}, credential = organization.client) =>
      call(credential, webhookRoutes.readWebhookStats, { params: { id }, query });
    return { organization, id, attemptAt, stats };
  }

  test('webhook stats: attempts are counted by hour, and hours without attempts are zero', async () => {
    let status = 200;
    const { attemptAt, stats, id } = await aWebhook(() => status);
    const now = new Date();
    const before = addSeconds(now, -2 * 3600);
    for (let made = 0; made < 5; made += 1) await attemptAt(now);
    status = 500;
    await attemptAt(before);

    const { body } = await stats({ hours: '3' });

    const none = { succeeded: 0, failed: 0, p95LatencyMs: null };
    const hour = (at: Date) => `${at.toISOString().slice(0, 13)}:00:00.000Z`;
    expect(body).toEqual({
      webhookId: id,
      total: { succeeded: 5, failed: 1, p95LatencyMs: expect.any(Number) },
      hours: [
        { hour: hour(before), succeeded: 0, failed: 1, p95LatencyMs: expect.any(Number) },
        { hour: hour(addSeconds(now, -3600)), ...none },
        { hour: hour(now), succeeded: 5, failed: 0, p95LatencyMs: expect.any(Number) },
      ],
    });
    expect((await stats({ hours: '1' })).body.hours).toHaveLength(1);
    expect((await stats()).body.hours).toHaveLength(168);
  });

  test('webhook stats: a paused webhook is not counted', async () => {
    const { organization, id, attemptAt, stats } = await aWebhook();
    const body = { status: 'paused' };
    await call(organization.client, webhookRoutes.updateWebhook, { params: { id }, body });

    await attemptAt(addSeconds(new Date(), 2)); // the worker caches the webhook for a second

    expect((await stats()).body.total).toMatchObject({ succeeded: 0, failed: 0 });
  });

  test('webhook stats: a delivery succeeds when its attempt cannot be counted', async () => {
    const { id, attemptAt, stats } = await aWebhook();
    const isCount = ({ input }: AwsCall) => JSON.stringify(input).includes('#webhook-stats#');
    const error = new Error('refused');
    const ofCall = (one: AwsCall) => (isCount(one) ? ({ fails: 'before', error } as const) : undefined);

    const { calls } = await withFaults({ ofCall }, () => attemptAt(new Date()));

    expect(calls.filter(isCount)).toHaveLength(1);
    expect((await everyDelivery(id)).map(({ status }) => status)).toEqual(['succeeded']);
    expect((await stats()).body.total.succeeded).toBe(0);
  });

  test('webhook stats: another organization finds no webhook, and invalid hours are refused', async () => {
    const { stats } = await aWebhook();
    const other = await anOrganization();

    expect((await stats({}, other.client)).status).toBe(404);
    for (const hours of ['0', '169', '-1', '1.5', 'all']) expect((await stats({ hours })).status).toBe(400);
  });

  test('webhook stats: counters expire, and are erased with the organization', async () => {
    const { organization, attemptAt } = await aWebhook();
    await attemptAt(new Date());
    const counters = async () =>
      (await everyRow('webhooks')).filter(({ pk }) =>
        pk.startsWith(`${organization.organizationId}#${organization.mode}#webhook-stats#`),
      );
    const [row] = await counters();
    expect(row).toMatchObject({ succeeded: 1, expiresAtSeconds: expect.any(Number) });

    for await (const { table, keys } of erasableWebhooks(dynamoStore, organization))
      await dynamoStore.deleteMany(table, keys);

    expect(await counters()).toEqual([]);
  });
});
