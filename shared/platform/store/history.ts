import { principalOf, type Scope, scopeKey } from '../caller.ts';
import type { Change, EventSample, NewEvent } from '../change.ts';
import type { Context } from '../context.ts';
import { MEMBERS_PER_ROW, memberId, memberOf, positionAt, positionOf, rowIdOf } from '../ids.ts';
import {
  type Bounds,
  type Collection,
  findRow,
  keyIn,
  type Listing,
  listCollection,
  listPointers,
  type Paging,
  partitionsOf,
  pointerIn,
} from './collection.ts';
import { dueAt } from './due.ts';
import { type ErasableRows, erasablePartitions, rowsOf } from './erasure.ts';
import { foldCase } from './fold-case.ts';
import { idempotencyPartitionsOf } from './idempotency-records.ts';
import type { Page, PageRow } from './paging.ts';
import { shardPlanOf } from './shard-plans.ts';
import type { Item, Key, Store, Write } from './store.ts';

/**
 * The history of an organization. The events of one commit share a row (a batch of evidence has 101 of
 * them). The same row is the outbox: it names the webhooks that were active at the commit, and stays in the
 * `due` index until the dispatcher has processed it.
 */
export interface RecordedEvent {
  id: string;
  type: string;
  resource: string;
  resourceId: string;
  subjectId: string | null;
  actor: string;
  reason: string | null;
  details: Record<string, unknown> | null;
  /** Data of the webhook payload beyond the ids. */
  payload: Record<string, unknown> | null;
  /** Of a test event that was sent as another one. */
  sample?: EventSample;
  occurredAt: string;
}

/** The webhooks that select an event type. */
export type SubscribersOf = (type: string) => readonly string[];

export const historyOf = (scope: Scope): Collection => ({
  table: 'journal',
  name: `${scopeKey(scope)}#events`,
  shards: shardPlanOf('events'),
});

/** Events about one record or subject. Records packed in one row share a listing. */
export const historyAbout = (scope: Scope, id: string): Listing => ({
  table: 'journal',
  name: `${scopeKey(scope)}#events-about#${rowIdOf(id)}`,
  home: historyOf(scope),
});

export function historyWrites(
  context: Context,
  { events, eventsRowId }: Pick<Change, 'events' | 'eventsRowId'>,
  subscribersOf: SubscribersOf,
): Write[] {
  const rows: NewEvent[][] = [];
  for (let start = 0; start < events.length; start += MEMBERS_PER_ROW)
    rows.push(events.slice(start, start + MEMBERS_PER_ROW));
  return rows.flatMap((packed, index) => {
    const id = (index === 0 && eventsRowId) || context.newId();
    return rowWrites(context, id, packed, subscribersOf);
  });
}

function rowWrites(context: Context, id: string, events: NewEvent[], subscribersOf: SubscribersOf): Write[] {
  const { caller, now, requestId } = context;
  const subscribers = outboxOf(events, subscribersOf);
  const row: Item = {
    ...keyIn(historyOf(caller), id),
    id,
    actor: principalOf(caller),
    occurredAt: now.toISOString(),
    requestId,
    organizationId: caller.organizationId,
    mode: caller.mode,
    events: events.map(({ announced, to, ...event }) => event),
    ...(Object.keys(subscribers).length > 0 && {
      subscribers,
      ...dueAt(now, id, 'outbox'),
    }),
  };
  return [
    { table: 'journal', put: row, when: 'absent' },
    ...concernedIds(events).map((aboutId): Write => {
      return { table: 'journal', put: pointerIn(historyAbout(caller, aboutId), id) };
    }),
  ];
}

/** What the events are listed under: records packed in one row share a listing. */
const concernedIds = (events: Pick<NewEvent, 'resourceId' | 'subjectId'>[]): string[] => [
  ...new Set(events.flatMap(({ resourceId, subjectId }) => [rowIdOf(resourceId), subjectId ?? []].flat())),
];

/** Whether the event goes to the webhooks that select it. */
export const isForSubscribers = ({ announced, to }: NewEvent) => announced && to === undefined;

/** Webhook -> the numbers of the events it receives. */
function outboxOf(events: NewEvent[], subscribersOf: SubscribersOf): Record<string, number[]> {
  const outbox: Record<string, number[]> = {};
  for (const [member, event] of events.entries())
    if (event.announced)
      for (const subscription of event.to ?? subscribersOf(event.type))
        outbox[subscription] = [...(outbox[subscription] ?? []), member];
  return outbox;
}

export interface HistoryFilter extends Paging {
  /** Events of this record only, without those that merely concern it. */
  resourceId?: string | undefined;
  /** All events that concern a subject. */
  subjectId?: string | undefined;
  /** Events of this type; `risk.*` stands for all types that begin with `risk.`. */
  type?: string | undefined;
  /** Events of this principal. */
  actor?: string | undefined;
  /** Events with this text in the reason or the details, without regard to case. */
  text?: string | undefined;
  /** Events whose details have this `decision`, or without one this `to`. */
  outcome?: string | undefined;
  /** Events that occurred from this instant on. */
  from?: string | undefined;
  /** Events that occurred before this instant. */
  to?: string | undefined;
}

/** Commits that one page reads to find events of a type or actor, about 2 MB. */
const FILTERED_ROWS = 2_000;

export function listHistory(
  store: Store,
  scope: Scope,
  { offset, order, resourceId, subjectId, type, actor, text, outcome, ...range }: HistoryFilter,
): Promise<Page<RecordedEvent>> {
  const about = resourceId ?? subjectId;
  const from = range.from && new Date(range.from).toISOString();
  const to = range.to && new Date(range.to).toISOString();
  const bounds = boundsOf(range);
  const folded = text && foldCase(text);
  const isWanted = ({ value }: PageRow<RecordedEvent>) =>
    (!resourceId || value.resourceId === resourceId) &&
    (!subjectId || value.subjectId === subjectId || value.resourceId === subjectId) &&
    (!type || isOfType(value.type, type)) &&
    (!actor || value.actor === actor) &&
    (!folded || wordsIn(value).includes(folded)) &&
    (!outcome || outcomeOf(value) === outcome) &&
    (!from || value.occurredAt >= from) &&
    (!to || value.occurredAt < to);
  const expand = (row: Item) => eventsIn(row).filter(isWanted);
  if (about) return listPointers(store, historyAbout(scope, about), { offset, order, expand, bounds });
  const maxRows = type || actor || text || outcome || bounds ? FILTERED_ROWS : undefined;
  return listCollection(store, historyOf(scope), { offset, order, expand, maxRows, bounds });
}

/** What a person reads of an event: its reason and the values of its details. */
const wordsIn = ({ reason, details }: RecordedEvent): string =>
  foldCase([reason ?? '', ...valuesIn(details)].join('\n'));

const valuesIn = (value: unknown): string[] =>
  value !== null && typeof value === 'object' ? Object.values(value).flatMap(valuesIn) : [String(value)];

const outcomeOf = ({ details }: RecordedEvent): unknown => details?.decision ?? details?.to;

/** How far the time in an id may differ from the time that its record states. */
export const ID_SLACK_MS = 60_000;

/** Positions of a range, clamped to what a record of today can have. */
function boundsOf({ from, to }: Pick<HistoryFilter, 'from' | 'to'>): Bounds | undefined {
  if (from === undefined && to === undefined) return undefined;
  const latest = Date.now() + DAY_MS;
  const positionOfTime = (ms: number) => Math.max(1, positionAt(new Date(Math.min(ms, latest))));
  return {
    first: from === undefined ? 1 : positionOfTime(Date.parse(from) - ID_SLACK_MS),
    last: positionOfTime(to === undefined ? latest : Date.parse(to) + ID_SLACK_MS),
  };
}

/** Clocks of processes differ, but not by more. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** The events of the history that are wanted, oldest first, from behind a position on. A page may be empty. */
export const listWantedEvents = (
  store: Store,
  scope: Scope,
  {
    offset,
    isWanted,
    bounds,
  }: { offset: number; isWanted: (event: RecordedEvent) => boolean; bounds?: Bounds | undefined },
): Promise<Page<RecordedEvent>> => {
  const expand = (row: Item) => eventsIn(row).filter(({ value }) => isWanted(value));
  return listCollection(store, historyOf(scope), { offset, expand, maxRows: FILTERED_ROWS, bounds });
};

const isOfType = (type: string, wanted: string) =>
  wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

export async function findEvent(store: Store, scope: Scope, id: string): Promise<RecordedEvent | undefined> {
  const row = await findRow(store, historyOf(scope), id);
  return row && eventsIn(row)[memberOf(id)]?.value;
}

/** Events by id, each row read once; events that do not exist are left out. */
export async function findEvents(
  store: Store,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, RecordedEvent>> {
  const history = historyOf(scope);
  const rows = await store.getMany(
    [...new Set(ids.map(rowIdOf))].map((id) => ({
      table: history.table,
      key: keyIn(history, id),
    })),
  );
  const events = rows.flatMap((row) => (row ? eventsIn(row) : []));
  return new Map(events.map(({ value }) => [value.id, value]));
}

export function eventsIn(row: Item): PageRow<RecordedEvent>[] {
  const {
    id: rowId,
    actor,
    occurredAt,
    events,
  } = row as Item & {
    id: string;
    actor: string;
    occurredAt: string;
    events: NewEvent[];
  };
  return events.map(({ type, resource, resourceId, subjectId, reason, details, payload, sample }, member) => {
    const id = memberId(rowId, member);
    return {
      position: positionOf(id),
      value: {
        id,
        type,
        resource,
        resourceId,
        subjectId,
        actor,
        reason: reason ?? null,
        details: details ?? null,
        payload: payload ?? null,
        ...(sample && { sample }),
        occurredAt,
      },
    };
  });
}

/**
 * All rows of the journal for an organization and mode. Events are committed together with the rows they
 * describe, so some rows can be found only through events and are erased before them. A row in use may
 * still gain such rows, and is left for a later run.
 */
export async function* erasableJournal(
  store: Store,
  scope: Scope,
  { behind, isInUse }: JournalErasure,
): AsyncGenerator<ErasableRows> {
  const table = 'journal';
  yield* erasablePartitions(store, table, idempotencyPartitionsOf(scope));
  for (const pk of partitionsOf(historyOf(scope)))
    for await (const found of rowsOf(store, table, pk)) {
      yield* behind(found);
      const rows = found.filter((row) => !isInUse(row));
      yield { table, keys: rows.flatMap((row) => pointersTo(scope, row)) };
      yield { table, keys: rows.map(({ pk, sk }) => ({ pk, sk })) };
    }
}

export interface JournalErasure {
  behind: (rows: Item[]) => AsyncGenerator<ErasableRows>;
  isInUse: (row: Item) => boolean;
}

function pointersTo(scope: Scope, row: Item): Key[] {
  const { id, events } = row as Item & { id: string; events: NewEvent[] };
  return concernedIds(events).map((about) => {
    const { pk, sk } = pointerIn(historyAbout(scope, about), id);
    return { pk, sk };
  });
}
