import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { optionalSetting } from '#shared/platform/environment.ts';
import { MEMBERS_PER_ROW, placeAt, placeOf, positionAt, positionOf, positionOfPlace } from '#shared/platform/ids.ts';
import type { Page } from '#shared/platform/store/paging.ts';
import type { Store, Write } from '#shared/platform/store/store.ts';
import { LIST_ARCHIVE_YEARS } from '../limits.ts';
import { ListEvent } from '../lists/list-event.ts';
import { isOwn, keyOfList, type ListId, type ListKey, scopeOfList } from '../lists/list-id.ts';

/** Of all own lists of an organization and mode, also of deleted ones. */
export const ownHistoryPartition = (scope: Scope) => `${scopeKey(scope)}#own-list-history`;

/** The history of a list of the catalogue belongs to the installation, like its state, and carries no organization. */
const partitionOf = (id: ListId) => (isOwn(id) ? ownHistoryPartition(scopeOfList(id)) : `list-history#${id}`);

const beginningOf = (id: ListId) => (isOwn(id) ? `${keyOfList(id)}#` : '');

const DAY_SECONDS = 24 * 60 * 60;
/** Audits ask after years which version a run was compared with. */
const LEAST_YEARS = 5;
const DAYS_PER_YEAR = 366;

/** Not shorter than the files and entries that it names. In seconds since 1970. */
export function expiryOf(occurredAt: string): number {
  const years = Math.max(LEAST_YEARS, Number(optionalSetting('LIST_ARCHIVE_YEARS') ?? LIST_ARCHIVE_YEARS));
  return Math.floor(addSeconds(new Date(occurredAt), years * DAYS_PER_YEAR * DAY_SECONDS).getTime() / 1000);
}

export function recordListEvent(id: ListId, event: ListEvent): Write {
  return {
    table: 'screening',
    put: {
      pk: partitionOf(id),
      sk: beginningOf(id) + placeOf(event.id),
      event,
      expiresAtSeconds: expiryOf(event.occurredAt),
    },
    when: 'absent',
  };
}

/** Newest first, for the last days. An offset is the position before the last event of the previous page. */
export async function listListEvents(
  store: Store,
  id: ListId,
  { offset, limit, days, now }: { offset: number; limit: number; days: number; now: Date },
): Promise<Page<ListEvent>> {
  const since = positionAt(addSeconds(now, -days * DAY_SECONDS));
  // DynamoDB rejects a range that ends before it begins.
  if (offset > 0 && offset < since) return { items: [], nextOffset: null };
  const { items } = await store.query('screening', {
    pk: partitionOf(id),
    from: beginningOf(id) + placeAt(since).place,
    upTo: beginningOf(id) + (offset === 0 ? LAST_PLACE : placeAt(offset).place),
    limit: limit + 1,
    descending: true,
  });
  const events = items.slice(0, limit).map(({ event }) => ListEvent.parse(event));
  const last = events.at(-1);
  const hasMore = items.length > limit && last;
  return { items: events, nextOffset: hasMore ? positionOf(last.id) - 1 : null };
}

/** Events that one query of a walk through the history reads. */
const WALKED_EVENTS = 500;

interface Walk {
  /** From this time on. */
  from?: Date;
  /** Before this time. */
  to?: Date;
  newestFirst?: boolean;
}

/** All events of a list of the catalogue in a time, one query after the other as far as they are asked for. */
export async function* walkListEvents(
  store: Store,
  key: ListKey,
  { from = new Date(0), to, newestFirst = false }: Walk,
): AsyncGenerator<ListEvent> {
  let first = positionFrom(from);
  let last = to ? positionFrom(to) - 1 : Number.POSITIVE_INFINITY;
  while (first <= last) {
    const { items, more } = await store.query('screening', {
      pk: partitionOf(key),
      from: placeAt(first).place,
      upTo: Number.isFinite(last) ? placeAt(last).place : LAST_PLACE,
      limit: WALKED_EVENTS,
      descending: newestFirst,
    });
    for (const { event } of items) yield ListEvent.parse(event);
    const end = items.at(-1)?.sk;
    if (!more || end === undefined) return;
    if (newestFirst) last = positionOfPlace(end) - 1;
    else first = positionOfPlace(end) + MEMBERS_PER_ROW;
  }
}

/** No record is older than the first position. */
const positionFrom = (date: Date) => Math.max(0, positionAt(date));

/** Sorts after every place. */
const LAST_PLACE = 'g';
