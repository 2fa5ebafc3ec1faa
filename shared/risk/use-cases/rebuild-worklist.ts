import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@assay/foundation';
import { type Scope, serviceCaller } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { rowsOf } from '#shared/platform/store/erasure.ts';
import { OPEN } from '../action.ts';
import { findActions, queuePartitionsOf } from '../repository/actions.ts';
import { newSubjectWork } from '../repository/subject-work.ts';
import { readSubject } from '../repository/subjects.ts';
import { findWork, replaceWork, workPartitionsOf } from '../repository/work.ts';
import { WORK_DECISIONS } from '../work.ts';
import { readOpenWork } from './change-work.ts';

export interface RebuiltWorklist {
  subjects: number;
  changed: number;
}

/**
 * Rebuilds the worklist of an organization and mode from its actions: after an update from release 0.1.0, which
 * stored none, or after older code has changed actions beside newer code. Safe to run at any time and twice: each
 * subject is one transaction, on condition that its work has not changed meanwhile.
 */
export async function rebuildWorklist(
  base: Pick<Context, 'store' | 'newId' | 'now' | 'requestId'>,
  scope: Scope,
): Promise<RebuiltWorklist> {
  const context: Context = { ...base, caller: serviceCaller(scope, 'worklist') };
  const counts = { subjects: 0, changed: 0 };
  for (const subjectId of await subjectsToCheck(context)) {
    counts.subjects += 1;
    if (await rebuildWork(context, subjectId)) counts.changed += 1;
  }
  return counts;
}

/** Subjects with open actions, and those that the worklist has. */
async function subjectsToCheck(context: Context): Promise<Set<string>> {
  const { store, caller } = context;
  const subjectIds = new Set<string>();
  for (const pk of queuePartitionsOf(caller, OPEN))
    for await (const rows of rowsOf(store, 'risk', pk)) {
      const ids = rows.map(({ id }) => String(id));
      for (const found of await findActions(context, ids))
        if (found) subjectIds.add(found.action.data.subjectId);
    }
  for (const pk of workPartitionsOf(caller, WORK_DECISIONS))
    for await (const rows of rowsOf(store, 'risk', pk))
      for (const { id } of rows) subjectIds.add(String(id));
  return subjectIds;
}

/** Whether the stored work differed from the actions. */
async function rebuildWork(context: Context, subjectId: string): Promise<boolean> {
  const subscribers = async () => () => [];
  try {
    const { body } = await commit(context, (own) => rebuilt(own, subjectId), {
      ...{ status: 200, subscribers },
    });
    return body === true;
  } catch (error) {
    // The organization is being erased.
    if (error instanceof Problem && error.code === 'not_found') return false;
    throw error;
  }
}

async function rebuilt(context: Context, subjectId: string): Promise<Change<boolean>> {
  const { store, caller } = context;
  const [stored] = await findWork(store, caller, [subjectId]);
  const known = stored ?? newSubjectWork(await readSubject(context, subjectId));
  const work = await readOpenWork(context, subjectId);
  // A list that is drained from the front stores fewer groups than a new one would.
  const isSame = stored !== undefined && isDeepStrictEqual(stored.work, work);
  if (isSame) return { writes: [], events: [], result: false };
  const { assignee, assignmentRevision } = known;
  const writes = replaceWork(caller, known, { work, assignee, assignmentRevision });
  return { writes, events: [], result: true };
}
