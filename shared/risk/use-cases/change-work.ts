import type { Context } from '#shared/platform/context.ts';
import { placeOf } from '#shared/platform/ids.ts';
import { keyIn } from '#shared/platform/store/collection.ts';
import type { Item, Store, Write } from '#shared/platform/store/store.ts';
import { OPEN } from '../action.ts';
import type { AssessmentRecord } from '../assessment.ts';
import { type ActionRow, parseActionRow } from '../repository/actions.ts';
import { recordsAbout } from '../repository/collections.ts';
import { newSubjectWork, type SubjectWork } from '../repository/subject-work.ts';
import { readSubject } from '../repository/subjects.ts';
import { findWork, replaceWork } from '../repository/work.ts';
import {
  type AssessmentSummary,
  groupOf,
  needsMoreGroups,
  type Work,
  type WorkGroup,
  withChanges,
  workOf,
} from '../work.ts';

export const summaryOf = ({ data }: Pick<AssessmentRecord, 'data'>): AssessmentSummary => {
  const { score, band, decision, evaluatedAt, policy } = data;
  return { version: policy.version, score, band, decision, evaluatedAt };
};

/** The actions of one assessment before and after a change; `before` is undefined if they are new. */
export interface ActionRowChange {
  before: ActionRow | undefined;
  after: ActionRow;
}

/** The writes that keep the worklist equal to the actions, for the transaction that changes them. */
export async function workWrites(
  context: Context,
  known: SubjectWork,
  changes: readonly ActionRowChange[],
  changed: Partial<Pick<SubjectWork, 'assignee' | 'assignmentRevision' | 'overrides' | 'reviews'>> = {},
): Promise<Write[]> {
  const groupChanges = changes.map(({ before, after }) => ({
    before: before && groupIn(before),
    after: groupIn(after),
  }));
  const changedWork = withChanges(known.work, groupChanges);
  const work = needsMoreGroups(changedWork) ? await nextGroups(context, known, changes) : changedWork;
  return replaceWork(context.caller, known, { ...known, ...changed, work }, context.now);
}

const groupIn = (row: ActionRow) => groupOf(row.rowId, row.summary, row);

/** All open actions before the oldest stored group have ended, so reading begins there. */
async function nextGroups(
  context: Context,
  { subjectId, work }: SubjectWork,
  changes: readonly ActionRowChange[],
): Promise<Work> {
  const [oldest] = work.groups;
  return readOpenWork(context, subjectId, {
    from: oldest && placeOf(oldest.assessmentId),
    changed: changes.map(({ after }) => after),
  });
}

/** The work of a subject, which has none before its first action or assignment. */
export async function readWork(context: Context, subjectId: string): Promise<SubjectWork> {
  const [stored] = await findWork(context.store, context.caller, [subjectId]);
  return stored ?? newSubjectWork(await readSubject(context, subjectId));
}

const ROWS_PER_READ = 100;

/** The open actions of a subject from a place on, from its records. */
async function readOpenWork(
  context: Context,
  subjectId: string,
  { from, changed }: { from: string | undefined; changed: readonly ActionRow[] },
): Promise<Work> {
  const changedRows = new Map(changed.map((row) => [row.rowId, row]));
  const groups = new Map<string, WorkGroup>();
  const add = (rows: readonly ActionRow[]) => {
    for (const row of rows)
      if (row.actions.some(({ status }) => OPEN.includes(status))) groups.set(row.rowId, groupIn(row));
  };
  for await (const rows of actionRowsFrom(context, subjectId, from))
    add(rows.filter(({ rowId }) => !changedRows.has(rowId)));
  add(changed);
  return workOf(groups.values());
}

/** The actions of a subject from a place on, oldest assessment first. */
export async function* actionRowsFrom(
  { store, caller }: Context,
  subjectId: string,
  from: string | undefined,
): AsyncGenerator<ActionRow[]> {
  const { table, name: pk, home } = recordsAbout(caller, 'actions', subjectId);
  for await (const pointers of batchesOf(store, pk, from)) {
    const keys = pointers.map(({ id }) => ({ table, key: keyIn(home, String(id)) }));
    yield (await store.getMany(keys)).flatMap((row) => (row ? [parseActionRow(row)] : []));
  }
}

async function* batchesOf(store: Store, pk: string, from = ''): AsyncGenerator<Item[]> {
  let range: { from?: string; after?: string } = from === '' ? {} : { from };
  for (;;) {
    const { items, more } = await store.query('risk', { pk, ...range, limit: ROWS_PER_READ });
    if (items.length > 0) yield items;
    const last = items.at(-1);
    if (!more || !last) return;
    range = { after: last.sk };
  }
}
