import { conflict, type Finding, forbidden, notFound, Problem, refused } from '@assay/foundation';
import { isAdmin } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { WRITES_PER_TRANSACTION } from '#shared/platform/store/commit.ts';
import type { Write } from '#shared/platform/store/store.ts';
import { type ActionRecord, type ActionStatus, canMove, needsAdmin, OPEN } from '../action.ts';
import { riskEvent } from '../event.ts';
import {
  type ActionRow,
  findActions,
  replaceActions,
  type TransitionedAction,
  withTransitioned,
} from '../repository/actions.ts';
import { findMonitored, makeDueNow } from '../repository/monitoring.ts';
import type { SubjectWork } from '../repository/subject-work.ts';
import { withoutActions } from '../work-review.ts';
import { readWork, workWrites } from './change-work.ts';

export interface RequestedTransitions {
  status: ActionStatus;
  reason: string;
  items: readonly { id: string; expectedRevision: number }[];
}

/**
 * Changes the status of actions and of the worklist, all or nothing. A user who acknowledges actions of an unassigned
 * subject takes the subject: it is assigned to them in the same transaction.
 */
export async function transitionActions(
  context: Context,
  requested: RequestedTransitions,
): Promise<Change<ActionRecord[]>> {
  const { status, reason, items } = requested;
  const found = await findActions(
    context,
    items.map(({ id }) => id),
  );
  if (needsAdmin(status) && !isAdmin(context.caller)) throw forbidden('Only an owner or admin can cancel an action.');
  assertAllowed(requested, found);

  const known = found.flatMap((one) => (one ? [one] : []));
  const transitioned = known.map(({ action, row }) => ({
    row,
    before: action,
    after: movedTo(action, status, context.now),
  }));
  const { writes, assigned } = await writesFor(context, transitioned, { takes: status === 'acknowledged' });
  assertFits(transitioned, writes);
  const moves = transitioned.map(({ before, after }) => {
    const { subjectId, revision } = after.data;
    const details = { from: before.data.status, to: status, revision };
    return riskEvent('risk.action.transitioned', after, { subjectId, reason, details });
  });
  return {
    writes,
    events: [...moves, ...assigned.map(assignmentChanged)],
    result: transitioned.map(({ after }) => after),
  };
}

/** The assignment of a subject before and after it was taken. */
interface TakenSubject {
  known: SubjectWork;
  assignment: Pick<SubjectWork, 'assignee' | 'assignmentRevision'>;
}

const assignmentChanged = ({ known: { subjectId, assignee: from }, assignment }: TakenSubject) => {
  const details = { from, to: assignment.assignee, revision: assignment.assignmentRevision };
  return riskEvent('risk.assignment.changed', { resource: 'subjects', id: subjectId }, { subjectId, details });
};

const movedTo = (action: ActionRecord, status: ActionStatus, now: Date): ActionRecord => {
  const { revision } = action.data;
  const updatedAt = now.toISOString();
  return { ...action, data: { ...action.data, status, revision: revision + 1, updatedAt } };
};

interface Refusal {
  problem: (detail: string) => Problem;
  message: string;
}

function refusalOf(
  action: ActionRecord | undefined,
  status: ActionStatus,
  expectedRevision: number,
): Refusal | undefined {
  if (!action) return { problem: () => notFound('action'), message: 'The action does not exist.' };
  const { revision, status: from } = action.data;
  if (expectedRevision !== revision)
    return {
      problem: (detail) => conflict('stale_revision', detail),
      message: `The action is at revision ${revision}.`,
    };
  if (!canMove(from, status))
    return {
      problem: (detail) => conflict('impossible_move', detail),
      message: `An action cannot change from ${from} to ${status}.`,
    };
  return undefined;
}

/** The problem of the first refused action; of several, `errors` has all. */
function assertAllowed(
  { status, items }: RequestedTransitions,
  found: readonly ({ action: ActionRecord } | undefined)[],
): void {
  const refusals = items.flatMap(({ expectedRevision }, index) => {
    const refusal = refusalOf(found[index]?.action, status, expectedRevision);
    return refusal ? [{ ...refusal, path: `items.${index}` }] : [];
  });
  const [first] = refusals;
  if (!first) return;
  const { status: code, code: name, message } = first.problem(first.message);
  if (items.length === 1) throw new Problem(code, name, message);
  const errors = refusals.map(({ path, message: own }): Finding => ({ path, message: own }));
  const detail = `${errors.length} of ${items.length} actions cannot be updated. Nothing was changed. See \`errors\`.`;
  throw new Problem(code, name, detail, { errors });
}

type TransitionedInRow = TransitionedAction & { row: ActionRow };

async function writesFor(
  context: Context,
  transitioned: readonly TransitionedInRow[],
  { takes }: { takes: boolean },
): Promise<{ writes: Write[]; assigned: TakenSubject[] }> {
  const { caller } = context;
  const byRow = Map.groupBy(transitioned, ({ row }) => row.rowId);
  const changes = [...byRow.values()].flatMap((ofRow) => {
    const row = ofRow[0]?.row;
    const subjectId = ofRow[0]?.after.data.subjectId;
    return row && subjectId ? [{ subjectId, ofRow, before: row, after: withTransitioned(row, ofRow) }] : [];
  });
  const bySubject = Map.groupBy(changes, ({ subjectId }) => subjectId);
  const work = await Promise.all(
    [...bySubject].map(async ([subjectId, ofSubject]) => {
      const known = await readWork(context, subjectId);
      // An API key is not a person who works on the subject.
      const isTaken = takes && known.assignee === null && caller.kind === 'user';
      const assignment = isTaken
        ? { assignee: caller.id, assignmentRevision: known.assignmentRevision + 1 }
        : { assignee: known.assignee, assignmentRevision: known.assignmentRevision };
      const ended = ofSubject.flatMap(({ ofRow }) => ofRow.flatMap(({ after }) => (isOver(after) ? [after.id] : [])));
      const { reviews, policyKeys } = withoutActions(known.reviews, ended);
      const writes = [
        ...(await workWrites(context, known, ofSubject, { ...assignment, reviews })),
        ...(await reviewedWrites(context, subjectId, policyKeys)),
      ];
      return { writes, assigned: isTaken ? [{ known, assignment }] : [] };
    }),
  );
  return {
    writes: [
      ...changes.flatMap(({ before, ofRow }) => replaceActions(caller, before, ofRow)),
      ...work.flatMap(({ writes }) => writes),
    ],
    assigned: work.flatMap(({ assigned }) => assigned),
  };
}

const isOver = ({ data }: ActionRecord) => !OPEN.includes(data.status);

/** Lets monitoring look at the reviews whose actions have ended. One that is paused looks when it is resumed. */
async function reviewedWrites(
  { store, caller, now }: Context,
  subjectId: string,
  policyKeys: readonly string[],
): Promise<Write[]> {
  const rows = await Promise.all(policyKeys.map((policyKey) => findMonitored(store, caller, { subjectId, policyKey })));
  return rows.flatMap((row) => (row?.enabled ? [makeDueNow(row, now)] : []));
}

/** The idempotency record, the history row, and its pointers by assessment and by subject are added. */
function assertFits(transitioned: readonly TransitionedInRow[], writes: readonly Write[]): void {
  const rows = new Set(transitioned.map(({ row }) => row.rowId)).size;
  const subjects = new Set(transitioned.map(({ after }) => after.data.subjectId)).size;
  const total = writes.length + 2 + rows + subjects;
  if (total > WRITES_PER_TRANSACTION)
    throw refused(
      'too_many_records',
      `These transitions change ${total} rows. The limit is ${WRITES_PER_TRANSACTION}. Send actions of fewer subjects.`,
    );
}
