import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { memberOf, placeOf } from '#shared/platform/ids.ts';
import { dueAt, NOT_DUE } from '#shared/platform/store/due.ts';
import { type Lease, type LeasedRow, takeLease, writeWhileHeld } from '#shared/platform/store/lease.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import type { AfterAttempt } from '../after-attempt.ts';
import { Delivery, type DeliveryStatus, isJustReopened, isWaiting } from '../delivery.ts';
import { HISTORY_PAGE_ROWS } from '../limits.ts';
import { deliveryPartition, deliveryPartitions, mergeShards, type ShardRange } from './delivery-shards.ts';

/** The name of the deliveries of one webhook, which several partitions hold. */
export const deliveriesOf = (scope: Scope, webhookId: string) => `${scopeKey(scope)}#deliveries#${webhookId}`;

const RETENTION_SECONDS = 90 * 24 * 60 * 60;

/** A delivery id contains the time and number of its event, which is enough to find the row. */
export const sortKeyOf = (deliveryId: string) =>
  placeOf(deliveryId) + memberOf(deliveryId).toString(16).padStart(2, '0');

export const deliveryKey = (scope: Scope, webhookId: string, deliveryId: string): Key => ({
  pk: deliveryPartition(deliveriesOf(scope, webhookId), deliveryId),
  sk: sortKeyOf(deliveryId),
});

export function parseDelivery(row: Item | undefined, id: string): Delivery | undefined {
  return row?.id === id ? Delivery.parse(row) : undefined;
}

const statusKey = (pk: string, status: DeliveryStatus) => ({
  statusKey: `${pk}#${status}`,
  status,
});

export function createDelivery(scope: Scope, delivery: Delivery, now: Date): Write {
  const key = deliveryKey(scope, delivery.webhookId, delivery.id);
  return {
    table: 'webhooks',
    put: {
      ...key,
      ...delivery,
      organizationId: scope.organizationId,
      mode: scope.mode,
      ...statusKey(key.pk, 'pending'),
      ...dueAt(now, delivery.id, 'deliveries'),
      expiresAtSeconds: Math.floor(now.getTime() / 1000) + RETENTION_SECONDS,
    },
    when: 'absent',
  };
}

/**
 * Leases the delivery for one attempt. Of several workers, only one finds the lease unchanged. A row that
 * is due after the lease ends keeps its position in the index, which saves two writes.
 */
export function leaseDelivery(
  scope: Scope,
  { id, webhookId, lease, dueAt: lookedAt = '' }: Delivery,
  { value, until }: Lease,
): Write {
  const isSafe = lookedAt >= until.toISOString();
  return takeLease(
    leasedRow(deliveryKey(scope, webhookId, id)),
    { found: lease, next: value },
    {
      set: isSafe ? {} : { ...dueAt(until, id, 'deliveries') },
      when: { id, status: 'pending' },
    },
  );
}

const leasedRow = (key: Key): LeasedRow => ({ table: 'webhooks', key, attribute: 'lease' });

/** Records the outcome; only the holder of the lease can. */
export function recordOutcome(
  scope: Scope,
  { id, webhookId }: Delivery,
  { value: held }: Lease,
  { status, attempts, attemptsInRound, nextAttemptAt }: AfterAttempt,
): Write {
  const key = deliveryKey(scope, webhookId, id);
  const done = { attempts, attemptsInRound, nextAttemptAt, lease: null };
  const set = { ...done, ...statusKey(key.pk, status) };
  const changes =
    nextAttemptAt === null
      ? { set, unset: NOT_DUE }
      : { set: { ...set, ...dueAt(new Date(nextAttemptAt), id, 'deliveries') } };
  return writeWhileHeld(leasedRow(key), held, { ...changes, when: { id } });
}

/**
 * Postpones a delivery without an attempt, unless it was leased since it was read: then the holder of the
 * lease has set the time of the next attempt.
 */
export function postponeDelivery(
  scope: Scope,
  { id, webhookId, lease, nextAttemptAt }: Delivery,
  { putOffSince, until }: { putOffSince: string; until: Date },
): Write {
  return {
    table: 'webhooks',
    update: deliveryKey(scope, webhookId, id),
    set: {
      putOffSince,
      nextAttemptAt: until.toISOString(),
      lease: null,
      ...dueAt(until, id, 'deliveries'),
    },
    when: { id, lease, nextAttemptAt, status: 'pending' },
  };
}

/** Starts a new round of attempts, unless the delivery has changed or an attempt is in progress. */
export function reopenDelivery(
  scope: Scope,
  delivery: Delivery,
  now: Date,
  more: Pick<Delivery, 'isResent'> = {},
): Write {
  const { id, webhookId, status, lease, nextAttemptAt } = delivery;
  const key = deliveryKey(scope, webhookId, id);
  return {
    table: 'webhooks',
    update: key,
    set: {
      ...statusKey(key.pk, 'pending'),
      ...dueAt(now, id, 'deliveries'),
      attemptsInRound: 0,
      nextAttemptAt: now.toISOString(),
      reopenedAt: now.toISOString(),
      lease: null,
      ...more,
    },
    unset: ['putOffSince'],
    when: { id, status, ...(status === 'pending' && { lease, nextAttemptAt }) },
  };
}

/** The failed deliveries of a webhook, in the index of statuses. */
export const failedDeliveryPartitions = (scope: Scope, webhookId: string) =>
  deliveryPartitions(deliveriesOf(scope, webhookId)).map((pk) => ({
    pk: statusKey(pk, 'failed').statusKey,
    index: 'status',
  }));

interface DeliveryPage {
  deliveries: Delivery[];
  /** The last sort key of the page, or null at the end. */
  next: string | null;
}

/** Newest first, all or those of one status; `before` is the last sort key of the previous page. */
export async function listDeliveries(
  store: Store,
  name: string,
  { before, status, limit }: { before?: string; status?: DeliveryStatus; limit: number },
): Promise<DeliveryPage> {
  const range = { ...(before !== undefined && { start: before }), limit, descending: true };
  if (status !== undefined) return listOfStatus(store, name, { status, ...range });
  const { rows, next } = await mergeShards(store, deliveryPartitions(name, before), range);
  return { deliveries: rows.map((row) => Delivery.parse(row)), next };
}

async function listOfStatus(
  store: Store,
  name: string,
  { status, ...range }: { status: DeliveryStatus } & Omit<ShardRange, 'index'>,
): Promise<DeliveryPage> {
  const upTo = range.descending ? range.start : undefined;
  const keys = deliveryPartitions(name, upTo).map((pk) => statusKey(pk, status).statusKey);
  const { rows, next } = await mergeShards(store, keys, { index: 'status', ...range });
  return { deliveries: await deliveriesAt(store, rows, status), next };
}

/**
 * The next deliveries to recover, in order of their events, from an event's time on: failed ones, and those
 * that wait for their next attempt, without those that another recovery has just reopened. Both lists overlap, so a
 * delivery may be returned twice.
 */
export async function listRecoverable(
  store: Store,
  name: string,
  { after, now }: { after: string; now: Date },
): Promise<DeliveryPage> {
  const range = { start: after, limit: HISTORY_PAGE_ROWS, descending: false };
  const pageOf = (status: DeliveryStatus) => listOfStatus(store, name, { status, ...range });
  const failed = await pageOf('failed');
  const pending = await pageOf('pending');
  const waiting = pending.deliveries.filter((delivery) => isWaiting(delivery, now));
  const nexts = [failed.next, pending.next].flatMap((next) => next ?? []).toSorted();
  const deliveries = [...failed.deliveries, ...waiting].filter((delivery) => !isJustReopened(delivery, now));
  return { deliveries, next: nexts[0] ?? null };
}

/** The next failed deliveries in order of their events. */
export const listFailed = (store: Store, name: string, after: string): Promise<DeliveryPage> =>
  listOfStatus(store, name, { status: 'failed', start: after, limit: HISTORY_PAGE_ROWS, descending: false });

/** The index is eventually consistent, so the rows it names are read again. */
async function deliveriesAt(store: Store, keys: Item[], status: DeliveryStatus): Promise<Delivery[]> {
  const rows = await store.getMany(keys.map(({ pk, sk }) => ({ table: 'webhooks' as const, key: { pk, sk } })));
  return rows.flatMap((row) => (row?.status === status ? [Delivery.parse(row)] : []));
}
