import type { Context } from '#shared/platform/context.ts';
import { placeOf } from '#shared/platform/ids.ts';
import { keyIn } from '#shared/platform/store/collection.ts';
import type { Item, Store, Write } from '#shared/platform/store/store.ts';
import { OPEN } from '../action.ts';
import type { AssessmentRecord } from '../assessment.ts';
import { assessmentsOf } from '../repository/about-subject.ts';
import { type ActionRow, parseActionRow } from '../repository/actions.ts';
import { recordsAbout } from '../repository/collections.ts';
import type { SubjectState } from '../repository/subject-state.ts';
import { newSubjectWork, type SubjectWork } from '../repository/subject-work.ts';
import { readSubject } from '../repository/subjects.ts';
import { findWork, replaceWork } from '../repository/work.ts';
import type { SubjectRecord } from '../subject.ts';
import {
  type AssessmentSummary,
  groupOf,
  needsMoreGroups,
  type Work,
  type WorkGroup,
  withChanges,
  workOf,
} from '../work.ts';

export const summaryOf = ({ data }: AssessmentRecord): AssessmentSummary => {
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
): Promise<Write[]> {
  const summaries = await summariesOf(
    context,
    known.subjectId,
    changes.map(({ after }) => after),
  );
  const groupChanges = changes.flatMap(({ before, after }) => {
    const summary = summaries.get(after.rowId);
    if (!summary) return [];
    const groupIn = (row: ActionRow) => groupOf(row.rowId, summary, row.actions);
    return [{ before: before && groupIn(before), after: groupIn(after) }];
  });
  const changed = withChanges(known.work, groupChanges);
  const work = needsMoreGroups(changed) ? await nextGroups(context, known, changes) : changed;
  const { assignee, assignmentRevision } = known;
  return replaceWork(context.caller, known, { work, assignee, assignmentRevision });
}

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

/** The work of a subject as stored or, if it is not stored yet, as its actions show it. */
export async function readWork(context: Context, subjectId: string): Promise<SubjectWork> {
  const [stored] = await findWork(context.store, context.caller, [subjectId]);
  return stored ?? readUnstoredWork(context, await readSubject(context, subjectId));
}

/** The same of a subject whose state has been read. */
export async function workInState(
  context: Context,
  subject: SubjectRecord,
  { work, latest }: Pick<SubjectState, 'work' | 'latest'>,
): Promise<SubjectWork> {
  if (work) return work;
  return isWorkKnown({ work, latest })
    ? newSubjectWork(subject)
    : readUnstoredWork(context, subject);
}

/** False if a release that stored no work has assessed the subject, and nothing has stored it since. */
export const isWorkKnown = ({ work, latest }: Pick<SubjectState, 'work' | 'latest'>) =>
  work !== undefined || [...latest.values()].every(({ hasWork }) => hasWork);

/** Release 0.1.0 stored no work: the next change of the subject stores it. */
const readUnstoredWork = async (
  context: Context,
  subject: SubjectRecord,
): Promise<SubjectWork> => ({
  ...newSubjectWork(subject),
  work: await readOpenWork(context, subject.id),
});

const ROWS_PER_READ = 100;

/** The open actions of a subject, from its records. */
export async function readOpenWork(
  context: Context,
  subjectId: string,
  { from, changed = [] }: { from?: string | undefined; changed?: readonly ActionRow[] } = {},
): Promise<Work> {
  const { store, caller } = context;
  const changedRows = new Map(changed.map((row) => [row.rowId, row]));
  const groups = new Map<string, WorkGroup>();
  const add = async (rows: readonly ActionRow[]) => {
    const open = rows.filter(({ actions }) => actions.some(({ status }) => OPEN.includes(status)));
    const summaries = await summariesOf(context, subjectId, open);
    for (const row of open) {
      const summary = summaries.get(row.rowId);
      if (summary) groups.set(row.rowId, groupOf(row.rowId, summary, row.actions));
    }
  };
  const { table, name: pk, home } = recordsAbout(caller, 'actions', subjectId);
  for await (const pointers of batchesOf(store, pk, from)) {
    const keys = pointers.map(({ id }) => ({ table, key: keyIn(home, String(id)) }));
    const rows = (await store.getMany(keys)).flatMap((row) => (row ? [parseActionRow(row)] : []));
    await add(rows.filter(({ rowId }) => !changedRows.has(rowId)));
  }
  await add(changed);
  return workOf(groups.values());
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

/** Rows of release 0.1.0 have no summary of their assessment, so it is read. */
async function summariesOf(
  { store, caller }: Context,
  subjectId: string,
  rows: readonly ActionRow[],
): Promise<Map<string, AssessmentSummary>> {
  const missing = rows.filter(({ summary }) => !summary).map(({ rowId }) => rowId);
  const assessments =
    missing.length > 0 ? await assessmentsOf(store, caller, subjectId, missing) : [];
  return new Map([
    ...assessments.map((one): [string, AssessmentSummary] => [one.id, summaryOf(one)]),
    ...rows.flatMap(({ rowId, summary }): [string, AssessmentSummary][] =>
      summary ? [[rowId, summary]] : [],
    ),
  ]);
}
