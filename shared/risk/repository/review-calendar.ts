import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { shardIn, shardsUpTo } from '#shared/platform/store/shard-plan.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { REVIEW_ROWS_PER_PAGE, REVIEWS_PER_PAGE } from '../limits.ts';
import type { ReviewState } from '../review.ts';
import { CalendarEntry } from '../review-calendar.ts';

/**
 * The reviews of monitored subjects by date: one row for each enabled monitoring with a review, in the transaction that
 * plans it. Spread like actions, because all subjects of a migration can be reviewed on one day.
 */
const partition = (scope: Scope, shard: number) => `${scopeKey(scope)}#reviews#${shard}`;

export const reviewPartitionsOf = (scope: Scope) =>
  Array.from({ length: shardsUpTo(shardPlanOf('actions')) }, (_, shard) => partition(scope, shard));

interface Monitored extends Scope {
  id: string;
  review?: ReviewState | undefined;
}

const keyOf = (row: Scope & { id: string }, { dueAt }: ReviewState): Key => ({
  pk: partition(row, shardIn(shardPlanOf('actions'), row.id)),
  sk: `${dueAt}#${row.id}`,
});

/** Takes the review of paused monitoring out of the calendar. */
export const removeReview = (row: Monitored): Write[] =>
  row.review ? [{ table: 'risk', remove: keyOf(row, row.review) }] : [];

/** Puts the review at its date, also if it is there already: monitoring may have been paused in between. */
export function replaceReview(
  row: Monitored,
  review: ReviewState | null,
  // The date is in the key. As an attribute, `dueAt` would mean work for a worker.
  { dueAt: _, ...entry }: CalendarEntry,
): Write[] {
  const key = review && keyOf(row, review);
  const left = row.review && keyOf(row, row.review);
  return [
    ...(left && left.sk !== key?.sk ? [{ table: 'risk' as const, remove: left }] : []),
    ...(key ? [{ table: 'risk' as const, put: { ...key, ...entry } }] : []),
  ];
}

export interface CalendarPage {
  items: CalendarEntry[];
  nextCursor: string | null;
}

/** Earliest first. A page reads a limited number of rows, so a narrow filter can leave it short. */
export async function listReviews(
  store: Store,
  scope: Scope,
  { cursor, until, isWanted }: { cursor?: string; until?: string; isWanted: (entry: CalendarEntry) => boolean },
): Promise<CalendarPage> {
  const partitions = reviewPartitionsOf(scope);
  const items: CalendarEntry[] = [];
  let after = cursor;
  for (let read = 0; ; ) {
    const pages = await Promise.all(
      partitions.map((pk) => {
        // `$` sorts right after `#`, so that reviews of that very moment are included.
        const range = { ...(after !== undefined && { after }), ...(until !== undefined && { upTo: `${until}$` }) };
        return store.query('risk', { pk, ...range, limit: REVIEWS_PER_PAGE });
      }),
    );
    const { rows, end } = mergedByDate(pages);
    for (const row of rows) {
      const entry = CalendarEntry.parse({ ...row, dueAt: row.sk.split('#')[0] });
      if (isWanted(entry)) items.push(entry);
      after = row.sk;
      if (items.length === REVIEWS_PER_PAGE) return { items, nextCursor: isLast(row, rows, end) ? null : row.sk };
    }
    read += rows.length;
    if (end === undefined) return { items, nextCursor: null };
    if (read >= REVIEW_ROWS_PER_PAGE) return { items, nextCursor: end };
  }
}

/** The rows of all shards up to where all have been read. */
function mergedByDate(pages: readonly { items: Item[]; more: boolean }[]): { rows: Item[]; end: string | undefined } {
  const ends = pages.flatMap(({ items, more }) => (more ? [String(items.at(-1)?.sk)] : []));
  const end = ends.toSorted()[0];
  const rows = pages
    .flatMap(({ items }) => items)
    .filter(({ sk }) => end === undefined || sk <= end)
    .toSorted((one, other) => (one.sk < other.sk ? -1 : 1));
  return { rows, end };
}

const isLast = (row: Item, rows: readonly Item[], end: string | undefined) => end === undefined && row === rows.at(-1);
