import type * as z from 'zod';
import type { Context } from '#shared/platform/context.ts';
import { placeAt, positionAt, positionOf } from '#shared/platform/ids.ts';
import { listHistory } from '#shared/platform/store/history.ts';
import { type Delivery, type DeliveryRecord, type DeliveryStatus, deliveryId } from '../delivery.ts';
import { presentPage } from '../delivery-page.ts';
import { HISTORY_PAGE_ROWS, SEARCHED_DELIVERIES } from '../limits.ts';
import { deliveriesOf, deliveryKey, listDeliveries, parseDelivery, sortKeyOf } from '../repository/deliveries.ts';

export interface DeliverySearch {
  webhookId: string;
  limit: number;
  /** From the cursor: where the previous page ended, in hexadecimal. */
  before?: string | undefined;
  status?: DeliveryStatus | undefined;
  event?: string | undefined;
  eventId?: string | undefined;
  subjectId?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

interface Found {
  items: z.infer<typeof DeliveryRecord>[];
  /** Where the next page begins, in hexadecimal. */
  next: string | null;
}

/**
 * Deliveries of a webhook, newest first. An event has one, whose key derives from its id; those of a subject are found
 * through its history; all others are in the order of their keys, which begin with the time. No page reads more
 * than a bounded number of rows: one that finds few names where to continue, possibly without items.
 */
export async function searchDeliveries(context: Context, search: DeliverySearch): Promise<Found> {
  if (search.eventId !== undefined) return findOfEvent(context, search, search.eventId);
  if (search.subjectId !== undefined) return findOfSubject(context, search, search.subjectId);
  return findInOrder(context, search);
}

const isWanted = (delivery: Delivery, { status, event, since, until }: DeliverySearch): boolean => {
  const position = positionOf(delivery.id);
  return (
    (status === undefined || delivery.status === status) &&
    (event === undefined || delivery.event === event) &&
    (since === undefined || position >= positionAt(new Date(since))) &&
    (until === undefined || position < positionAt(new Date(until)))
  );
};

async function findOfEvent({ store, caller }: Context, search: DeliverySearch, eventId: string): Promise<Found> {
  const id = deliveryId(eventId, search.webhookId);
  const delivery = parseDelivery(await store.get('webhooks', deliveryKey(caller, search.webhookId, id)), id);
  return { items: presentPage(delivery && isWanted(delivery, search) ? [delivery] : []), next: null };
}

async function findOfSubject({ store, caller }: Context, search: DeliverySearch, subjectId: string): Promise<Found> {
  const { webhookId, before, limit } = search;
  const offset = before === undefined ? 0 : Number.parseInt(before, 16);
  const { items: events, nextOffset } = await listHistory(store, caller, { subjectId, offset, order: 'newest' });
  const ids = events.map(({ id }) => deliveryId(id, webhookId));
  const rows = await store.getMany(ids.map((id) => ({ table: 'webhooks', key: deliveryKey(caller, webhookId, id) })));
  const found = rows.flatMap((row, index) => parseDelivery(row, ids[index] ?? '') ?? []);
  const deliveries = found.filter((delivery) => isWanted(delivery, search));
  const items = presentPage(deliveries.slice(0, limit));
  const last = items.at(-1);
  const next = last && items.length < deliveries.length ? positionOf(last.id) - 1 : nextOffset;
  return { items, next: next === null ? null : next.toString(16).padStart(POSITION_DIGITS, '0') };
}

/** Positions are below 2^53; whole bytes. */
const POSITION_DIGITS = 14;

async function findInOrder({ store, caller }: Context, search: DeliverySearch): Promise<Found> {
  const { webhookId, limit, status, event, since, until } = search;
  const name = deliveriesOf(caller, webhookId);
  const first = since === undefined ? '' : placeOfTime(since);
  let before = search.before ?? (until === undefined ? undefined : placeOfTime(until));
  // Most deliveries may be of other events, so a search reads whole pages.
  const pageRows = event === undefined ? limit : HISTORY_PAGE_ROWS;
  const found: Delivery[] = [];
  for (let rows = 0; ; ) {
    const page = await listDeliveries(store, name, {
      limit: pageRows,
      ...(before !== undefined && { before }),
      ...(status !== undefined && { status }),
    });
    found.push(...page.deliveries.filter((delivery) => isWanted(delivery, search)));
    rows += pageRows;
    const isEnd = page.next === null || page.next < first;
    if (!isEnd && event !== undefined && found.length < limit && rows < SEARCHED_DELIVERIES) {
      before = page.next ?? undefined;
      continue;
    }
    const items = presentPage(found.slice(0, limit));
    const last = items.at(-1);
    if (last && items.length < found.length) return { items, next: sortKeyOf(last.id) };
    return { items, next: isEnd ? null : page.next };
  }
}

const placeOfTime = (time: string) => placeAt(Math.max(positionAt(new Date(time)), 0)).place;
