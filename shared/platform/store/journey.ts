import type { Scope } from '../caller.ts';
import { placeOf, positionOf } from '../ids.ts';
import { keyIn } from './collection.ts';
import { eventsIn, historyAbout, type RecordedEvent } from './history.ts';
import type { Store } from './store.ts';

/** Events of one subject, latest first, before an event that was already shown. */
export interface Journey {
  about: string;
  before: string | undefined;
  limit: number;
  isWanted: (event: RecordedEvent) => boolean;
}

export interface JourneyPage {
  events: RecordedEvent[];
  nextCursor: string | null;
}

/** Rows that one page may read: a rare kind among many events is found over several pages. */
const ROWS_PER_PAGE = 2_000;
const ROWS_PER_READ = 100;

export async function readJourney(
  store: Store,
  scope: Scope,
  { limit, isWanted, ...journey }: Journey,
): Promise<JourneyPage> {
  const events: RecordedEvent[] = [];
  let rowsRead = 0;
  for await (const { rowId, found } of rowsBackwards(store, scope, journey)) {
    for (const event of found.filter(isWanted)) {
      if (events.length === limit) return { events, nextCursor: events.at(-1)?.id ?? null };
      events.push(event);
    }
    rowsRead += 1;
    if (rowsRead === ROWS_PER_PAGE) return { events, nextCursor: rowId };
  }
  return { events, nextCursor: null };
}

async function* rowsBackwards(
  store: Store,
  scope: Scope,
  { about, before }: Pick<Journey, 'about' | 'before'>,
): AsyncGenerator<{ rowId: string; found: RecordedEvent[] }> {
  const { table, name: pk, home } = historyAbout(scope, about);
  const end = before === undefined ? Number.POSITIVE_INFINITY : positionOf(before);
  // The row of the cursor may also hold events before it.
  let range: { upTo?: string; before?: string } = before === undefined ? {} : { upTo: placeOf(before) };
  for (;;) {
    const wanted = { pk, ...range, limit: ROWS_PER_READ, descending: true };
    const { items, more } = await store.query(table, wanted);
    const keys = items.map(({ id }) => ({ table: home.table, key: keyIn(home, String(id)) }));
    for (const row of await store.getMany(keys)) {
      if (!row) continue;
      const found = eventsIn(row)
        .filter(({ position, value }) => position < end && value.subjectId === about)
        .map(({ value }) => value);
      yield { rowId: String(row.id), found: found.toReversed() };
    }
    const last = items.at(-1);
    if (!more || !last) return;
    range = { before: last.sk };
  }
}
