import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { endOfRow, memberId, memberOf, placeAt, placeOf, positionOf, rowIdOf } from '#shared/platform/ids.ts';
import { keyIn, type Paging, pointerIn } from '#shared/platform/store/collection.ts';
import { foldCase } from '#shared/platform/store/fold-case.ts';
import {
  type Batch,
  mirrored,
  type Page,
  type PageRow,
  readNewestPage,
  readPage,
} from '#shared/platform/store/paging.ts';
import { shardIn, shardsUpTo } from '#shared/platform/store/shard-plan.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';
import type { Item, Store, Write } from '#shared/platform/store/store.ts';
import { Action, type ActionRecord, type ActionStatus } from '../action.ts';
import { AssessmentSummary, FIRST_ACTION_MEMBER, RepeatedBy } from '../work.ts';
import { recordsAbout, recordsOf } from './collections.ts';
import { packOne, unpackOne } from './one-part.ts';

/**
 * The actions of one assessment share a row, as member 1 and up of the assessment's id. Each action
 * is also in the queue of its status, which lists actions of all subjects, oldest first.
 */
const FIRST_MEMBER = FIRST_ACTION_MEMBER;

export const actionIdsOf = (assessmentId: string, count: number) =>
  Array.from({ length: count }, (_, index) => memberId(assessmentId, FIRST_MEMBER + index));

export interface ActionRow {
  rowId: string;
  actions: Action[];
  revision: number;
  /** External id of the subject, by which the queue can be searched. */
  externalId: string;
  /** What the worklist shows of the assessment. */
  summary: AssessmentSummary;
  /** Absent unless a later assessment of a worse decision required open actions of this one. */
  repeatedBy?: RepeatedBy | undefined;
}

export const parseActionRow = (row: Item): ActionRow => ({
  rowId: String(row.id),
  actions: Action.array().parse(row.actions),
  revision: Number(row.revision),
  externalId: String(row.externalId),
  summary: AssessmentSummary.parse(unpackOne(row.summary)),
  ...(row.repeatedBy !== undefined && { repeatedBy: RepeatedBy.parse(unpackOne(row.repeatedBy)) }),
});

export function createActions(scope: Scope, { rowId, actions, externalId, summary }: ActionRow): Write[] {
  const [first] = actions;
  if (!first) return [];
  return [
    {
      table: 'risk',
      put: {
        ...keyIn(recordsOf(scope, 'actions'), rowId),
        id: rowId,
        resource: 'actions',
        actions,
        revision: 1,
        externalId,
        // Packed, because a score can be any finite number.
        summary: packOne(summary),
      },
      when: 'absent',
    },
    { table: 'risk', put: pointerIn(recordsAbout(scope, 'actions', first.subjectId), rowId) },
    ...actions.map((action, index) =>
      enqueue(scope, { id: memberId(rowId, FIRST_MEMBER + index), data: action }, externalId),
    ),
  ];
}

export function actionsIn(row: Item): PageRow<ActionRecord>[] {
  const { rowId, actions } = parseActionRow(row);
  return actions.map((data, index) => {
    const id = memberId(rowId, FIRST_MEMBER + index);
    return { position: positionOf(id), value: { id, resource: 'actions', data } };
  });
}

/** Actions by id, with the rows that hold them; undefined for those that do not exist. */
export async function findActions(
  { store, caller }: Context,
  ids: readonly string[],
): Promise<({ action: ActionRecord; row: ActionRow } | undefined)[]> {
  const collection = recordsOf(caller, 'actions');
  const items = await store.getMany(ids.map((id) => ({ table: collection.table, key: keyIn(collection, id) })));
  return ids.map((id, index) => {
    const item = items[index];
    // Another record may be at the same place; its id then differs.
    if (!item || item.id !== rowIdOf(id)) return undefined;
    const action = actionsIn(item)[memberOf(id) - FIRST_MEMBER]?.value;
    return action && { action, row: parseActionRow(item) };
  });
}

/** The actions that were requested together with one of them; none if they were erased. */
export async function findActionRow(store: Store, scope: Scope, id: string): Promise<Action[]> {
  const collection = recordsOf(scope, 'actions');
  const [row] = await store.getMany([{ table: collection.table, key: keyIn(collection, id) }]);
  return row?.id === rowIdOf(id) ? parseActionRow(row).actions : [];
}

/** An action of a row, with another status. */
export interface TransitionedAction {
  before: ActionRecord;
  after: ActionRecord;
}

/** Stores that another assessment required open actions of this row, on condition that none of them has changed. */
export const replaceRepeatedBy = (scope: Scope, row: ActionRow, repeatedBy: RepeatedBy): Write => ({
  table: 'risk',
  update: keyIn(recordsOf(scope, 'actions'), row.rowId),
  set: { repeatedBy: packOne(repeatedBy), revision: row.revision + 1 },
  when: { id: row.rowId, revision: row.revision },
});

/** The row with these actions replaced. */
export const withTransitioned = (row: ActionRow, transitioned: readonly TransitionedAction[]): ActionRow => {
  const byMember = new Map(transitioned.map(({ after }) => [memberOf(after.id), after.data]));
  const actions = row.actions.map((action, index) => byMember.get(FIRST_MEMBER + index) ?? action);
  return { ...row, actions };
};

/** Replaces actions of a row, on condition that no action of the same assessment has changed meanwhile. */
export const replaceActions = (scope: Scope, row: ActionRow, transitioned: readonly TransitionedAction[]): Write[] => [
  {
    table: 'risk',
    update: keyIn(recordsOf(scope, 'actions'), row.rowId),
    set: { actions: withTransitioned(row, transitioned).actions, revision: row.revision + 1 },
    when: { id: row.rowId, revision: row.revision },
  },
  ...transitioned.flatMap(({ before, after }): Write[] => [
    { table: 'risk', remove: queueKey(scope, before) },
    enqueue(scope, after, row.externalId),
  ]),
];

export const queuePartitionsOf = (scope: Scope, statuses: readonly ActionStatus[]) =>
  statuses.flatMap((status) =>
    Array.from(
      { length: shardsUpTo(shardPlanOf('actions')) },
      (_, shard) => `${scopeKey(scope)}#action-queue#${status}#${shard}`,
    ),
  );

type Queued = Pick<ActionRecord, 'id'> & { data: Action };

const queueKey = (scope: Scope, { id, data: { status } }: Queued) => ({
  pk: `${scopeKey(scope)}#action-queue#${status}#${shardIn(shardPlanOf('actions'), id)}`,
  sk: sortKeyOf(placeOf(id), memberOf(id)),
});

const sortKeyOf = (place: string, member: number) => place + member.toString(16).padStart(2, '0');

const enqueue = (scope: Scope, action: Queued, externalId: string): Write => ({
  table: 'risk',
  put: {
    ...queueKey(scope, action),
    id: action.id,
    policyKey: action.data.policyKey,
    text: foldCase(`${externalId}\n${action.data.policyKey}`),
  },
});

const Entry = z.object({ id: z.string(), policyKey: z.string(), text: z.string(), sk: z.string() });

export interface QueueFilter extends Paging {
  statuses: readonly ActionStatus[];
  policyKey?: string | undefined;
  search?: string | undefined;
}

/** Limits the read cost of one page: this many entries are about 2 MiB. */
const ENTRIES_PER_PAGE = 10_000;
const CHUNK_ENTRIES = 200;

/**
 * Queue entries are small: filtering reads the entries, and fetches only the actions that are
 * returned.
 */
export async function listQueue(
  { store, caller }: Context,
  { statuses, offset, order, ...wanted }: QueueFilter,
): Promise<Page<ActionRecord>> {
  let entriesRead = 0;
  const sought = wanted.search && foldCase(wanted.search);
  const isWanted = (entry: z.infer<typeof Entry>) =>
    (wanted.policyKey === undefined || entry.policyKey === wanted.policyKey) &&
    (sought === undefined || entry.text.includes(sought));

  async function* entriesOf(pk: string): AsyncGenerator<Batch<ActionRecord>> {
    const { place, member } = placeAt(offset);
    let after = sortKeyOf(place, member);
    for (;;) {
      const { items, more } = await store.query('risk', { pk, after, limit: CHUNK_ENTRIES });
      entriesRead += items.length;
      const entries = Entry.array().parse(items);
      const last = entries.at(-1);
      if (!last) return;
      const rows = await actionsOf(store, caller, entries.filter(isWanted));
      // Further actions of the last assessment may follow.
      yield { rows, upTo: positionOf(rowIdOf(last.id)) - 1 };
      if (!more) return;
      after = last.sk;
    }
  }

  async function* newestEntriesOf(pk: string): AsyncGenerator<Batch<ActionRecord>> {
    const { place, member } = placeAt(offset);
    let range: { upTo?: string; before?: string } = offset === 0 ? {} : { upTo: sortKeyOf(place, member) };
    for (;;) {
      const query = { pk, ...range, limit: CHUNK_ENTRIES, descending: true };
      const { items, more } = await store.query('risk', query);
      entriesRead += items.length;
      const entries = Entry.array().parse(items);
      const last = entries.at(-1);
      if (!last) return;
      const found = await actionsOf(store, caller, entries.filter(isWanted));
      const rows = found.map((row) => ({ ...row, position: mirrored(row.position) }));
      rows.sort((one, other) => one.position - other.position);
      yield { rows, upTo: mirrored(endOfRow(positionOf(last.id))) - 1 };
      if (!more) return;
      range = { before: last.sk };
    }
  }

  const partitions = queuePartitionsOf(caller, statuses);
  const isSpent = () => entriesRead >= ENTRIES_PER_PAGE;
  const page =
    order === 'newest'
      ? await readNewestPage(partitions.map(newestEntriesOf), { isSpent })
      : await readPage(() => partitions.map(entriesOf), { isSpent });
  return { ...page, items: withoutMoved(page.items, statuses) };
}

/**
 * An action that changes its status during the read can be found in two queues, or in one it has
 * left.
 */
function withoutMoved(found: readonly ActionRecord[], statuses: readonly ActionStatus[]): ActionRecord[] {
  const newest = new Map<string, ActionRecord>();
  for (const action of found) {
    const other = newest.get(action.id);
    if (!other || other.data.revision < action.data.revision) newest.set(action.id, action);
  }
  return [...newest.values()].filter(({ data }) => statuses.includes(data.status));
}

async function actionsOf(store: Store, scope: Scope, entries: readonly { id: string }[]) {
  if (entries.length === 0) return [];
  const collection = recordsOf(scope, 'actions');
  const wanted = new Set(entries.map(({ id }) => id));
  const rowIds = [...new Set(entries.map(({ id }) => rowIdOf(id)))];
  const rows = await store.getMany(rowIds.map((id) => ({ table: collection.table, key: keyIn(collection, id) })));
  return rows
    .flatMap((row) => (row ? actionsIn(row) : []))
    .filter(({ value }) => wanted.has(value.id))
    .sort((a, b) => a.position - b.position);
}
