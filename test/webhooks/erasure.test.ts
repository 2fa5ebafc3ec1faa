import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { openJob } from '#shared/identity/erasure.ts';
import { eraseOrganization } from '#shared/organization/erase-organization.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { erasableWebhooks } from '#shared/webhooks/erasable.ts';
import { dueMessage } from '#shared/webhooks/messages.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { deliverWebhook } from '#shared/webhooks/use-cases/deliver-webhook.ts';
import { call } from '#test/support/api.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import { holding, observed, withFaults } from '#test/support/faults.ts';
import { startReceiver } from '#test/support/receiver.ts';
import { dispatchAll, workerContext } from '#test/support/webhook-workers.ts';
import { aScope, commitEvents, plantSubscriptions, storeDelivery } from './stored-rows.ts';
import { anOrganization, type Organization, subscribe } from './subscriber.ts';

beforeAll(prepareEngine);

async function erase(scope: Pick<Organization, 'organizationId' | 'mode'>): Promise<void> {
  for await (const { table, keys } of erasableWebhooks(dynamoStore, scope)) await dynamoStore.deleteMany(table, keys);
}

const rowsOf = async (organizationId: string) =>
  (await everyRow('webhooks')).filter(({ pk }) => pk.startsWith(organizationId));

test('webhook erasure: nothing of an organization is left, and all of it is found with queries alone', async () => {
  const organization = await anOrganization();
  const { client, organizationId } = organization;
  const kept = await subscribe(organization, 'http://127.0.0.1:9/');
  const deleted = await subscribe(organization, 'http://127.0.0.1:9/');
  for (const { id } of [kept, deleted]) await storeDelivery(organization, id, { status: 'failed' });
  await call(client, webhookRoutes.deleteWebhook, { params: { id: deleted.id } });
  await call(client, webhookRoutes.replayWebhook, {
    params: { id: kept.id },
    body: { since: new Date(Date.now() - 60_000).toISOString() },
  });
  await call(client, webhookRoutes.recoverWebhook, {
    params: { id: kept.id },
    body: { since: '2026-01-01T00:00:00Z' },
  });
  const stranger = aScope();
  await plantSubscriptions(stranger, 1);
  const before = await rowsOf(organizationId);

  const { calls } = await observed(() => erase(organization));

  // Two webhooks, two deliveries, a recovery, a replay, eight copies of the active set.
  expect(before.length).toBe(14);
  expect(await rowsOf(organizationId)).toEqual([]);
  expect(await rowsOf(stranger.organizationId)).toHaveLength(9);
  expect(new Set(calls.map(({ command }) => command))).toEqual(new Set(['Query', 'BatchWriteItem']));
});

test('webhook erasure: a delivery in progress restores nothing', async () => {
  const scope = aScope();
  const receiver = await startReceiver(async (response) => {
    await erase(scope);
    response.statusCode = 500;
    response.end();
  });
  onTestFinished(receiver.stop);
  const [webhook] = await plantSubscriptions(scope, 1, { url: receiver.url });
  const delivery = await storeDelivery(scope, webhook?.id ?? '');

  await deliverWebhook(workerContext(), dueMessage(scope, delivery));

  expect(receiver.received).toHaveLength(1);
  expect(await rowsOf(scope.organizationId)).toEqual([]);
});

test('webhook erasure: deliveries created for a webhook that is erased meanwhile are erased too', {
  tags: 'full',
}, async () => {
  const scope = aScope();
  const { organizationId } = scope;
  await plantSubscriptions(scope, 2);
  await commitEvents(scope, 3);
  const held = holding(({ command }) => command === 'PutItem');
  const dispatched = withFaults(held.plan, () => dispatchAll());
  await held.reached;
  const job = { organizationId, requestedAt: new Date().toISOString() };
  await dynamoStore.writeOne(openJob(job));

  await eraseOrganization(workerContext(), organizationId);
  held.release();
  await dispatched;
  const made = await rowsOf(organizationId);
  await eraseOrganization(workerContext(), organizationId);

  expect(made).toHaveLength(6); // three events for each of two subscriptions, and no subscription
  expect(await rowsOf(organizationId)).toEqual([]);
  const journal = (await everyRow('journal')).filter(({ pk }) => pk.startsWith(organizationId));
  expect(journal).toEqual([]);
});
