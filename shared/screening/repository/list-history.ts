import { addSeconds } from '#shared/platform/clock.ts';
import { optionalSetting } from '#shared/platform/environment.ts';
import { placeAt, placeOf, positionAt, positionOf } from '#shared/platform/ids.ts';
import type { Page } from '#shared/platform/store/paging.ts';
import type { Store, Write } from '#shared/platform/store/store.ts';
import type { ListKey } from '../lists/list.ts';
import { ListEvent } from '../lists/list-event.ts';

/** The history of a list. Like its state, it belongs to the installation and carries no organization. */
const partitionOf = (key: ListKey) => `list-history#${key}`;

const DAY_SECONDS = 24 * 60 * 60;
/** Audits ask after years which version a run was compared with. */
const STORED_YEARS = 5;
const DAYS_PER_YEAR = 366;

export function recordListEvent(event: ListEvent): Write {
  // Not shorter than the files that it names.
  const years = Math.max(STORED_YEARS, Number(optionalSetting('LIST_ARCHIVE_YEARS') ?? 0));
  const expiresAt = addSeconds(new Date(event.occurredAt), years * DAYS_PER_YEAR * DAY_SECONDS);
  return {
    table: 'screening',
    put: {
      pk: partitionOf(event.list),
      sk: placeOf(event.id),
      event,
      expiresAtSeconds: Math.floor(expiresAt.getTime() / 1000),
    },
    when: 'absent',
  };
}

/** Newest first, for the last days. An offset is the position before the last event of the previous page. */
export async function listListEvents(
  store: Store,
  key: ListKey,
  { offset, limit, days, now }: { offset: number; limit: number; days: number; now: Date },
): Promise<Page<ListEvent>> {
  const since = positionAt(addSeconds(now, -days * DAY_SECONDS));
  // DynamoDB rejects a range that ends before it begins.
  if (offset > 0 && offset < since) return { items: [], nextOffset: null };
  const { items } = await store.query('screening', {
    pk: partitionOf(key),
    from: placeAt(since).place,
    upTo: offset === 0 ? LAST_PLACE : placeAt(offset).place,
    limit: limit + 1,
    descending: true,
  });
  const events = items.slice(0, limit).map(({ event }) => ListEvent.parse(event));
  const last = events.at(-1);
  const hasMore = items.length > limit && last;
  return { items: events, nextOffset: hasMore ? positionOf(last.id) - 1 : null };
}

/** Sorts after every place. */
const LAST_PLACE = 'g';
