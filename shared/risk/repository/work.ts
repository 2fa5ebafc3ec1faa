import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { MEMBERS_PER_ROW, placeAt, placeOf, positionOf, positionOfPlace } from '#shared/platform/ids.ts';
import { ROWS_PER_RANK } from '#shared/platform/offsets.ts';
import { chunkOf } from '#shared/platform/store/collection.ts';
import { rowsOf as batchesOf } from '#shared/platform/store/erasure.ts';
import { firstRows } from '#shared/platform/store/first-rows.ts';
import { foldCase } from '#shared/platform/store/fold-case.ts';
import { type Batch, mergeSources, PAGE_ROWS, type Page, type PageRow } from '#shared/platform/store/paging.ts';
import { shardIn, shardsUpTo } from '#shared/platform/store/shard-plan.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { SUBJECTS_PER_ASSIGNEE } from '../limits.ts';
import { overriddenPlaces, placeOfWork, rankOf, WORK_DECISIONS, type WorkDecision, type WorkPlace } from '../work.ts';
import { episodesAfter } from '../work-episodes.ts';
import type { WorkOverride } from '../work-override.ts';
import { statePartition, WORK_KEY } from './subject-state.ts';
import { attributesOf, type SubjectWork, subjectWorkIn } from './subject-work.ts';
import { readInForce } from './work-overrides.ts';

/**
 * The worklist: one row per subject with open actions, in the partitions of its worst decision, at the place of
 * its oldest open action. The same attributes are in the state of the subject, where the next change finds them.
 * Both rows and the actions change in one transaction.
 */
const partition = (scope: Scope, decision: WorkDecision, shard: number) =>
  `${scopeKey(scope)}#work#${decision}#${shard}`;

const shardCount = () => shardsUpTo(shardPlanOf('actions'));

const partitionsOfDecision = (scope: Scope, decision: WorkDecision) =>
  Array.from({ length: shardCount() }, (_, shard) => partition(scope, decision, shard));

/**
 * Pointers to subjects whose overrides make their decision another one, at the place of their oldest open action. The
 * row of the worklist stays where the assessments put it, because overrides end without a write: readers show a subject
 * in the one of its places that is right now. Overrides are acts of people, so one partition per decision is enough.
 */
const overriddenPartition = (scope: Scope, decision: WorkDecision) => `${scopeKey(scope)}#work-overridden#${decision}`;

export const workPartitionsOf = (scope: Scope, decisions: readonly WorkDecision[]) =>
  decisions.flatMap((decision) => [...partitionsOfDecision(scope, decision), overriddenPartition(scope, decision)]);

const listKey = (scope: Scope, { decision, oldestId }: WorkPlace): Key => ({
  pk: partition(scope, decision, shardIn(shardPlanOf('actions'), oldestId)),
  sk: placeOf(oldestId),
});

const overriddenKey = (scope: Scope, { decision, oldestId }: WorkPlace): Key => ({
  pk: overriddenPartition(scope, decision),
  sk: placeOf(oldestId),
});

/**
 * Pointers to the subjects with open work of each assignee. A fixed number of partitions, so that the erasure of
 * an organization finds them without knowing its users.
 */
const ASSIGNEE_PARTITIONS = 16;

const assigneePartition = (scope: Scope, number: number) => `${scopeKey(scope)}#work-of#${number}`;

export const assigneePartitionsOf = (scope: Scope) =>
  Array.from({ length: ASSIGNEE_PARTITIONS }, (_, number) => assigneePartition(scope, number));

/** User ids are UUIDs; their last digits are random. */
const partitionOfAssignee = (scope: Scope, userId: string) =>
  assigneePartition(scope, Number.parseInt(userId.slice(-2), 16) % ASSIGNEE_PARTITIONS);

const assigneeKey = (scope: Scope, userId: string, subjectId: string): Key => ({
  pk: partitionOfAssignee(scope, userId),
  sk: `${userId}#${subjectId}`,
});

/** All pointers of an assignee: `$` sorts right after `#`. */
const assigneeRange = (scope: Scope, userId: string) => ({
  pk: partitionOfAssignee(scope, userId),
  from: `${userId}#`,
  upTo: `${userId}$`,
});

const stateKey = (scope: Scope, subjectId: string): Key => ({
  pk: statePartition(scope, subjectId),
  sk: WORK_KEY,
});

/** On condition that neither actions nor assignee of the subject have changed. */
export const workUnchanged = (scope: Scope, { subjectId, revision }: SubjectWork): Write => ({
  table: 'risk',
  check: stateKey(scope, subjectId),
  when: { revision },
});

export async function findWork(
  store: Store,
  scope: Scope,
  subjectIds: readonly string[],
): Promise<(SubjectWork | undefined)[]> {
  const rows = await store.getMany(subjectIds.map((id) => ({ table: 'risk' as const, key: stateKey(scope, id) })));
  return subjectIds.map((id, index) => {
    const row = rows[index];
    return row && subjectWorkIn(id, row);
  });
}

/**
 * At most four writes: the state, its row in the worklist, the row it leaves, and the assignee's pointer. Overrides add
 * the pointers to the places that they give the subject.
 */
export function replaceWork(
  scope: Scope,
  before: SubjectWork,
  changed: Pick<SubjectWork, 'work' | 'assignee' | 'assignmentRevision' | 'requests' | 'overrides' | 'reviews'>,
  at: Date,
): Write[] {
  const { subjectId } = before;
  const episodes = episodesAfter(before, changed, at);
  const merged: SubjectWork = { ...before, ...changed, ...(episodes && { episodes }), revision: before.revision + 1 };
  // Without open work there is nothing to decide about.
  const after = placeOfWork(merged.work) ? merged : { ...merged, overrides: undefined };
  const [left, reached] = [placeOfWork(before.work), placeOfWork(after.work)];
  const [leftKey, key] = [left && listKey(scope, left), reached && listKey(scope, reached)];
  const isLeft = leftKey && (leftKey.pk !== key?.pk || leftKey.sk !== key.sk);
  const attributes = attributesOf(after);
  return [
    {
      table: 'risk',
      put: { ...stateKey(scope, subjectId), ...attributes },
      when: before.revision === 0 ? 'absent' : { revision: before.revision },
    },
    ...(key ? [{ table: 'risk' as const, put: { ...key, id: subjectId, ...attributes } }] : []),
    ...(isLeft ? [{ table: 'risk' as const, remove: leftKey }] : []),
    ...assigneeWrites(scope, { before, after }),
    ...overriddenWrites(scope, { before, after }),
  ];
}

function overriddenWrites(scope: Scope, { before, after }: { before: SubjectWork; after: SubjectWork }): Write[] {
  const keysOf = ({ work, overrides }: SubjectWork) =>
    overriddenPlaces(work, overrides).map((place) => overriddenKey(scope, place));
  const [left, reached] = [keysOf(before), keysOf(after)];
  const without = (keys: readonly Key[], others: readonly Key[]) =>
    keys.filter(({ pk, sk }) => !others.some((other) => other.pk === pk && other.sk === sk));
  return [
    ...without(left, reached).map((key): Write => ({ table: 'risk', remove: key })),
    ...without(reached, left).map((key): Write => ({ table: 'risk', put: { ...key, id: after.subjectId } })),
  ];
}

/** An assignee's pointer exists while the subject has open work. */
function assigneeWrites(scope: Scope, { before, after }: { before: SubjectWork; after: SubjectWork }): Write[] {
  const userOf = ({ assignee, work }: SubjectWork) => (placeOfWork(work) ? assignee : null);
  const [old, fresh] = [userOf(before), userOf(after)];
  if (old === fresh) return [];
  const { subjectId } = after;
  return [
    ...(old ? [{ table: 'risk' as const, remove: assigneeKey(scope, old, subjectId) }] : []),
    ...(fresh
      ? [
          {
            table: 'risk' as const,
            put: { ...assigneeKey(scope, fresh, subjectId), id: subjectId },
          },
        ]
      : []),
  ];
}

/** Positions of the worklist: rank of the decision, then place of the oldest open action. */
const positionOfWork = ({ decision, oldestId }: WorkPlace) =>
  rankOf(decision) * ROWS_PER_RANK + Math.floor(positionOf(oldestId) / MEMBERS_PER_ROW);

export interface WorkFilter<T> {
  offset: number;
  now: Date;
  decisions: readonly WorkDecision[];
  /** Folded by `foldCase`. */
  search: string | undefined;
  isWanted: (work: SubjectWork) => boolean;
  /** Whether few of the rows are wanted, so that more of them are read at a time. */
  isNarrow: boolean;
  present: (work: SubjectWork, inForce: readonly WorkOverride[]) => T;
}

/** Limits the read cost of one page: this many rows are 6 to 20 MB. */
const ROWS_PER_PAGE = 10_000;
const NARROW_CHUNK_ROWS = 200;

type Found<T> = Pick<SubjectWork, 'subjectId' | 'revision' | 'assignee'> & { item: T };

/** Subjects with open work, worst decision first, then oldest. */
export async function listWork<T>(store: Store, scope: Scope, filter: WorkFilter<T>): Promise<Page<T>> {
  let rowsRead = 0;
  const chunkRows = filter.isNarrow ? NARROW_CHUNK_ROWS : chunkOf(PAGE_ROWS, shardCount());

  async function* rowsOf(pk: string, rank: number, found: ReadFound<T>): AsyncGenerator<Batch<Found<T>>> {
    const start = rank * ROWS_PER_RANK;
    // A decision is read when the list reaches it: most pages end before the last one.
    if (start > filter.offset) yield { rows: [], upTo: start };
    let after = placeAt(Math.max(filter.offset - start, 0) * MEMBERS_PER_ROW).place;
    for (;;) {
      const { items, more } = await store.query('risk', { pk, after, limit: chunkRows });
      rowsRead += items.length;
      const last = items.at(-1);
      if (!last) return;
      yield {
        rows: await found(items),
        upTo: start + positionOfPlace(last.sk) / MEMBERS_PER_ROW,
      };
      if (!more) return;
      after = last.sk;
    }
  }

  const sources = WORK_DECISIONS.flatMap((decision, rank) =>
    filter.decisions.includes(decision) && (rank + 1) * ROWS_PER_RANK > filter.offset
      ? [
          ...partitionsOfDecision(scope, decision).map((pk) =>
            rowsOf(pk, rank, async (rows) => {
              const works = rows.map((row) => subjectWorkIn(String(row.id), row));
              return foundAmong(store, scope, works, { ...filter, decisions: [decision] });
            }),
          ),
          rowsOf(overriddenPartition(scope, decision), rank, async (rows) => {
            const works = await overriddenTo(store, scope, decision, rows);
            return foundAmong(store, scope, works, { ...filter, decisions: [decision] });
          }),
        ]
      : [],
  );
  const { rows, end } = await mergeSources(sources, {
    endBetween: (last) => last,
    isSpent: () => rowsRead >= ROWS_PER_PAGE,
  });
  return { items: withoutMoved(rows.map(({ value }) => value)), nextOffset: end };
}

type ReadFound<T> = (rows: readonly Item[]) => Promise<PageRow<Found<T>>[]>;

/** The subjects that pointers of overridden decisions name, unless they have moved meanwhile. */
async function overriddenTo(store: Store, scope: Scope, decision: WorkDecision, pointers: readonly Item[]) {
  const works = await findWork(
    store,
    scope,
    pointers.map(({ id }) => String(id)),
  );
  return works.flatMap((work, index) => {
    const places = work ? overriddenPlaces(work.work, work.overrides) : [];
    const isHere = places.some((one) => one.decision === decision && placeOf(one.oldestId) === pointers[index]?.sk);
    return work && isHere ? [work] : [];
  });
}

/** Those of the subjects that the filter asks for, in the order in which they are given. */
async function foundAmong<T>(
  store: Store,
  scope: Scope,
  works: readonly SubjectWork[],
  filter: WorkFilter<T>,
): Promise<PageRow<Found<T>>[]> {
  const inForce = await readInForce(store, scope, works, filter.now);
  return works.flatMap((work, index) => foundOf(work, inForce[index] ?? [], filter));
}

function foundOf<T>(
  work: SubjectWork,
  inForce: readonly WorkOverride[],
  { decisions, search, isWanted, present }: WorkFilter<T>,
): PageRow<Found<T>>[] {
  const at = placeOfWork(work.work, inForce);
  const isFound =
    at !== undefined &&
    decisions.includes(at.decision) &&
    (search === undefined || foldCase(work.externalId).includes(search)) &&
    isWanted(work);
  if (!isFound) return [];
  const { subjectId, revision, assignee } = work;
  return [
    {
      position: positionOfWork(at),
      value: { subjectId, revision, assignee, item: present(work, inForce) },
    },
  ];
}

/** A subject that moves during the read can be found in two places. */
function withoutMoved<T>(found: readonly Found<T>[]): T[] {
  const newest = new Map<string, Found<T>>();
  for (const one of found) {
    const other = newest.get(one.subjectId);
    if (!other || other.revision < one.revision) newest.set(one.subjectId, one);
  }
  return found.filter((one) => newest.get(one.subjectId) === one).map(({ item }) => item);
}

/** The same list for one assignee, read through the pointers. */
export async function listWorkOfAssignee<T>(
  store: Store,
  scope: Scope,
  userId: string,
  filter: WorkFilter<T>,
): Promise<Page<T>> {
  const subjectIds: string[] = [];
  const { pk, from, upTo } = assigneeRange(scope, userId);
  for (let next = from; subjectIds.length < SUBJECTS_PER_ASSIGNEE; ) {
    const limit = SUBJECTS_PER_ASSIGNEE - subjectIds.length;
    const { items, more } = await store.query('risk', { pk, from: next, upTo, limit });
    subjectIds.push(...items.map(({ id }) => String(id)));
    const last = items.at(-1);
    if (!more || !last) break;
    // The first key after the last one.
    next = `${last.sk}\u0000`;
  }
  const works = (await findWork(store, scope, subjectIds)).flatMap((one) => one ?? []);
  const found = await foundAmong(store, scope, works, filter);
  const rows = found
    .filter(({ position, value }) => position > filter.offset && value.assignee === userId)
    .toSorted((one, other) => one.position - other.position);
  const page = rows.slice(0, PAGE_ROWS);
  return {
    items: page.map(({ value }) => value.item),
    nextOffset: rows.length > page.length ? (page.at(-1)?.position ?? null) : null,
  };
}

/** The work of subjects with this decision, oldest first per partition, until there are `limit` of them. */
export async function readWorkOfDecision(
  store: Store,
  scope: Scope,
  decision: WorkDecision,
  { limit, now }: { limit: number; now: Date },
): Promise<SubjectWork[]> {
  const partitions = partitionsOfDecision(scope, decision).map((pk) => ({ pk }));
  const [rows, pointers] = await Promise.all([
    firstRows(store, 'risk', partitions, { limit }),
    firstRows(store, 'risk', [{ pk: overriddenPartition(scope, decision) }], { limit }),
  ]);
  const works = [
    ...rows.map((row) => subjectWorkIn(String(row.id), row)),
    ...(await overriddenTo(store, scope, decision, pointers)),
  ];
  const inForce = await readInForce(store, scope, works, now);
  return works.filter(({ work }, index) => placeOfWork(work, inForce[index])?.decision === decision).slice(0, limit);
}

export interface OverriddenWork {
  work: SubjectWork;
  /** Of its assessments, and of the overrides that are in force. */
  own: WorkDecision;
  effective: WorkDecision;
}

/** Subjects whose overrides make their decision another one now, found among `limit` of them for each decision. */
export async function readOverridden(
  store: Store,
  scope: Scope,
  { limit, now }: { limit: number; now: Date },
): Promise<OverriddenWork[]> {
  const to = async (effective: WorkDecision): Promise<OverriddenWork[]> => {
    const pointers = await firstRows(store, 'risk', [{ pk: overriddenPartition(scope, effective) }], { limit });
    const works = await overriddenTo(store, scope, effective, pointers);
    const inForce = await readInForce(store, scope, works, now);
    return works.flatMap((work, index) => {
      const own = placeOfWork(work.work)?.decision;
      const isHere = placeOfWork(work.work, inForce[index])?.decision === effective;
      return own && own !== effective && isHere ? [{ work, own, effective }] : [];
    });
  };
  return (await Promise.all(WORK_DECISIONS.map(to))).flat();
}

/** The subjects of the worklist, in batches. One that moves meanwhile may be missing or come twice. */
export async function* workOfScope(store: Store, scope: Scope): AsyncGenerator<string[]> {
  for (const pk of workPartitionsOf(scope, WORK_DECISIONS))
    for await (const rows of batchesOf(store, 'risk', pk)) yield rows.map(({ id }) => String(id));
}

/** Subjects with open work that are assigned to a user. */
export async function countAssigned(store: Store, scope: Scope, userId: string, limit: number): Promise<number> {
  const partitions = [assigneeRange(scope, userId)];
  return (await firstRows(store, 'risk', partitions, { limit, keysOnly: true })).length;
}
