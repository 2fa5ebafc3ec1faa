import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { positionAt, positionOf } from '#shared/platform/ids.ts';
import { WRITES_PER_TRANSACTION } from '#shared/platform/store/commit.ts';
import { listWantedEvents, type RecordedEvent } from '#shared/platform/store/history.ts';
import { TransactionRefused, type Write } from '#shared/platform/store/store.ts';
import { newDelivery } from '../delivery.ts';
import { LEASE_SECONDS, SETTLED_SECONDS } from '../limits.ts';
import { type DueRecovery, dueMessage, enqueueDeliveries } from '../messages.ts';
import { isFarAhead, paceOf } from '../pace.ts';
import { payloadOf } from '../payload.ts';
import { isReplayable } from '../replay.ts';
import { createDelivery, deliveryKey, parseDelivery, reopenDelivery } from '../repository/deliveries.ts';
import { advanceReplay, closeReplay, findReplay, type Replay } from '../repository/replays.ts';
import { findSubscription } from '../repository/subscriptions.ts';
import type { Subscription } from '../subscription.ts';

/** Enough for one more page of the history. */
const RESERVE_MS = 15_000;
/** A page is one transaction with the progress of the replay. */
const EVENTS_PER_PAGE = WRITES_PER_TRANSACTION - 1;
const LOST_RACES = 5;

/**
 * Sends events of the history to one webhook, page by page: those that it has no delivery of, and those whose delivery
 * failed. The deliveries of a page and the progress are one transaction, so a page that is processed twice creates
 * nothing twice, and nothing is created once an erasure has removed the replay. Messages may be lost: the tick finds
 * the deliveries. Returns whether to continue, at once or after a pause.
 */
export async function replayEvents(context: WorkerContext, message: DueRecovery): Promise<'done' | 'more' | 'later'> {
  const { store, now } = context;
  for (let lostRaces = 0; lostRaces < LOST_RACES; ) {
    const replay = await findReplay(store, message, message.webhookId);
    if (!replay) return 'done';
    const subscription = await findSubscription(store, message, message.webhookId);
    const isWanted = subscription?.status === 'active' && replay.offset < replay.upTo;
    if (!isWanted) {
      await store.writeOne(closeReplay(message, replay));
      return 'done';
    }
    if (isFarAhead(replay.pacedUntil, now)) return 'later';
    const page = await readPage(context, message, replay, subscription);
    if (page.next === replay.offset) return 'later';
    if (!(await storePage(context, message, replay, page))) lostRaces += 1;
    else if (context.remainingMs() < RESERVE_MS) return 'more';
  }
  return 'more';
}

interface ReplayPage {
  events: readonly RecordedEvent[];
  /** The position behind which the next page begins. */
  next: number;
}

async function readPage(
  { store, now }: WorkerContext,
  scope: DueRecovery,
  replay: Replay,
  subscription: Subscription,
): Promise<ReplayPage> {
  const settled = Math.min(replay.upTo, positionAt(addSeconds(now, -SETTLED_SECONDS)));
  if (settled <= replay.offset) return { events: [], next: replay.offset };
  const { items, nextOffset } = await listWantedEvents(store, scope, {
    offset: replay.offset,
    isWanted: (event) => positionOf(event.id) <= settled && isReplayable(event, subscription, replay.events),
  });
  const events = items.slice(0, EVENTS_PER_PAGE);
  const last = events.at(-1);
  if (last && events.length < items.length) return { events, next: positionOf(last.id) };
  return { events, next: nextOffset === null ? settled : Math.min(nextOffset, settled) };
}

/** False if another worker has advanced the replay, or a delivery was created or changed meanwhile. */
async function storePage(
  { store, now, newId }: WorkerContext,
  scope: DueRecovery,
  replay: Replay,
  { events, next }: ReplayPage,
): Promise<boolean> {
  const wanted = events.map((event) => {
    const payload = payloadOf(event, { ...scope, occurredAt: event.occurredAt });
    return newDelivery(event, { webhookId: scope.webhookId, payload, at: now.toISOString() });
  });
  const rows = await store.getMany(
    wanted.map(({ id }) => ({ table: 'webhooks', key: deliveryKey(scope, scope.webhookId, id) })),
  );
  const missed = wanted.filter((_, index) => rows[index] === undefined);
  const failed = wanted.flatMap(({ id }, index) => {
    const found = parseDelivery(rows[index], id);
    return found?.status === 'failed' ? [found] : [];
  });
  const sent = [...missed, ...failed];
  const { sendAt, delaySeconds, pacedUntil } = paceOf(replay.pacedUntil, sent.length, now);
  // The tick ignores a delivery until its message has had time to be processed.
  const due = addSeconds(sendAt, LEASE_SECONDS);
  const writes: Write[] = [
    advanceReplay(scope, replay, { next, pacedUntil: pacedUntil.toISOString() }, now),
    ...missed.map((delivery) => createDelivery(scope, { ...delivery, nextAttemptAt: sendAt.toISOString() }, due)),
    ...failed.map((delivery) => reopenDelivery(scope, delivery, sendAt)),
  ];
  try {
    await store.transact(writes, newId());
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
  // The receiver may fail again; the slow queue keeps it from delaying others.
  const messages = sent.map((delivery) => dueMessage(scope, delivery));
  await enqueueDeliveries('slowDeliveries', messages, delaySeconds);
  return true;
}
