import { randomUUID } from 'node:crypto';
import type { Caller, Scope } from '#shared/platform/caller.ts';
import type { NewEvent } from '#shared/platform/change.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context } from '#shared/platform/context.ts';
import { memberId, newId } from '#shared/platform/ids.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { type Delivery, deliveryId } from '#shared/webhooks/delivery.ts';
import { createDelivery } from '#shared/webhooks/repository/deliveries.ts';
import { createSubscription } from '#shared/webhooks/repository/subscriptions.ts';
import { activeSetRead, activeSubscribers, replaceActiveSet } from '#shared/webhooks/subscribers.ts';
import type { Subscription } from '#shared/webhooks/subscription.ts';
import { everyRow } from '#test/support/engine.ts';

/** Rows written directly to the tables, for large numbers or for the past. */
export const aScope = (): Scope => ({ organizationId: randomUUID(), mode: 'test' });

export async function plantSubscriptions(
  scope: Scope,
  count: number,
  changes: Partial<Subscription> = {},
): Promise<Subscription[]> {
  const subscriptions = Array.from(
    { length: count },
    (): Subscription => ({
      id: newId(),
      url: 'http://127.0.0.1:9/',
      events: ['*'],
      mode: scope.mode,
      status: 'active',
      failingSince: null,
      createdAt: new Date().toISOString(),
      secretVersion: 1,
      retiredSecrets: [],
      isSlow: false,
      revision: 1,
      ...changes,
    }),
  );
  const active = subscriptions.map(({ id, events }) => ({ id, events }));
  const writes = subscriptions.map((one) => createSubscription(scope, one));
  const { table, key } = activeSetRead(scope);
  const set = replaceActiveSet(scope, await dynamoStore.get(table, key), active);
  await dynamoStore.transact([...writes, ...set], randomUUID());
  return subscriptions;
}

const contextOf = (scope: Scope, at: Date): Context<Caller> => ({
  store: dynamoStore,
  caller: { ...scope, kind: 'service', id: 'test', role: 'client' },
  now: at,
  newId,
  requestId: randomUUID(),
});

/** Commits one change with this many events, and returns its journal row. */
export async function commitEvents(scope: Scope, count: number, at: Date = new Date()): Promise<Item> {
  const context = contextOf(scope, at);
  const subjectId = newId();
  const batchId = newId();
  const event = (_: unknown, index: number): NewEvent => ({
    type: 'risk.evidence.recorded',
    resource: 'evidence',
    resourceId: memberId(batchId, index),
    subjectId,
    announced: true,
  });
  await commit(context, async () => ({ writes: [], events: Array.from({ length: count }, event), result: null }), {
    status: 201,
    subscribers: () => activeSubscribers(context.store, context.caller),
  });
  const rows = (await everyRow('journal')).filter(
    (row) => row.requestId === context.requestId && row.events !== undefined,
  );
  if (rows.length !== 1 || !rows[0]) throw new Error(`${rows.length} journal rows`);
  return rows[0];
}

/** A delivery of an event at some time, in any state. */
export async function storeDelivery(
  scope: Scope,
  webhookId: string,
  { at = new Date(), ...changes }: Partial<Delivery> & { at?: Date } = {},
): Promise<Delivery> {
  const eventId = idAt(at);
  const delivery: Delivery = {
    id: deliveryId(eventId, webhookId),
    webhookId,
    eventId,
    event: 'risk.subject.created',
    payload: JSON.stringify({ eventId }),
    status: 'pending',
    attempts: [],
    attemptsInRound: 0,
    nextAttemptAt: at.toISOString(),
    createdAt: at.toISOString(),
    lease: null,
    ...changes,
  };
  const write = createDelivery(scope, delivery, addSeconds(at, 60));
  if (!('put' in write)) throw new Error('A delivery is made with a put.');
  const { status } = delivery;
  const { dueAt, dueShard, ...row } = write.put;
  const due = status === 'pending' ? { dueAt, dueShard } : {};
  const statusKey = `${row.pk}#${status}`;
  await dynamoStore.writeOne({ ...write, put: { ...row, ...due, status, statusKey } as Item });
  return delivery;
}

/** An id as if made at that time; ascending for equal times. */
let made = 0;
function idAt(at: Date): string {
  made += 1;
  const hex = at.getTime().toString(16).padStart(12, '0');
  const tie = (made % 64) << 6;
  const tail = made.toString(16).padStart(10, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${tie.toString(16).padStart(3, '0')}-8000-${tail}00`;
}
