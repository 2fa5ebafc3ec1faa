import { randomUUID } from 'node:crypto';
import { riskRoutes } from '#shared/risk/routes.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { deliverWebhook } from '#shared/webhooks/use-cases/deliver-webhook.ts';
import { dispatchRows } from '#shared/webhooks/use-cases/dispatch-rows.ts';
import { call, keyOf } from '#test/support/api.ts';
import { startReceiver } from '#test/support/receiver.ts';
import { drainDeliveries, waitingEvents, workerContext } from '#test/support/webhook-workers.ts';
import { costOf, report, withEngines } from './support/engines.ts';
import { sized } from './support/size.ts';

const RECEIVERS = sized([1, 10], [1, 2]);

/** What one event costs on its way to one and to ten receivers that are well, beyond its own commit. */
await withEngines(async () => {
  const receiver = await startReceiver();
  try {
    for (const receivers of RECEIVERS) await costsFor(receivers, receiver.url);
  } finally {
    await receiver.stop();
  }
});

async function costsFor(receivers: number, url: string): Promise<void> {
  const { credential: client } = await keyOf(randomUUID(), 'test');
  for (let made = 0; made < receivers; made += 1)
    await call(client, webhookRoutes.createWebhook, { body: { url, events: ['*'], mode: 'test' } });
  await call(client, riskRoutes.createSubject, {
    body: { kind: 'person', externalId: randomUUID() },
  });

  const rows = await waitingEvents();
  const dispatch = await costOf(() => dispatchRows(workerContext(), rows));
  const messages = await drainDeliveries();
  const deliver = await costOf(() => Promise.all(messages.map((message) => deliverWebhook(workerContext(), message))));
  if (messages.length !== receivers) throw new Error(`${messages.length} deliveries were asked for.`);

  const name = `an event to ${receivers} receiver${receivers === 1 ? '' : 's'}`;
  if (receivers === 1) {
    // Of one delivery; those of several run side by side, where counting them in a row means nothing.
    report({ name, value: dispatch.roundTrips, unit: 'round trips to dispatch it' });
    report({ name, value: deliver.roundTrips, unit: 'round trips to deliver it' });
  }
  const each = (units: 'readUnits' | 'writeUnits') => (dispatch[units] + deliver[units]) / receivers;
  report({ name, value: each('writeUnits'), unit: 'write units per delivery' });
  report({ name, value: each('readUnits'), unit: 'read units per delivery' });
}
