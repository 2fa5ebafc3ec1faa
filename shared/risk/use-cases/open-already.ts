import type { Context } from '#shared/platform/context.ts';
import { memberOf, placeOf, rowIdOf } from '#shared/platform/ids.ts';
import type { Write } from '#shared/platform/store/store.ts';
import { OPEN } from '../action.ts';
import { actionIdsOf, findActions, replaceRepeatedBy } from '../repository/actions.ts';
import type { SubjectWork } from '../repository/subject-work.ts';
import {
  type AssessmentSummary,
  actionIdIn,
  decisionOf,
  type RepeatedBy,
  rankOf,
  type WorkDecision,
  type WorkGroup,
} from '../work.ts';
import { type ActionRowChange, actionRowsFrom } from './change-work.ts';

/** An open action that an assessment requires again, and the worst decision that has required it. */
interface OpenAlready {
  id: string;
  decision: WorkDecision;
}

/** By name. */
type OpenByName = ReadonlyMap<string, OpenAlready>;

export const NOTHING_OPEN: OpenByName = new Map();

/** The oldest open action of the policy key for each of the names. */
export async function findOpenAlready(
  context: Context,
  known: SubjectWork | undefined,
  { policyKey, actions }: { policyKey: string; actions: readonly { name: string }[] },
): Promise<OpenByName> {
  const found = new Map<string, OpenAlready>();
  if (!known || actions.length === 0) return found;
  const names = new Set(actions.map(({ name }) => name));
  const add = (name: string, open: OpenAlready) => {
    if (names.has(name) && !found.has(name)) found.set(name, open);
  };
  const { groups, unlisted } = known.work;
  for (const group of groups.filter((one) => one.policyKey === policyKey))
    for (const { member, name } of group.actions)
      add(name, { id: actionIdIn(group, { member }), decision: requiredBy(group, member) });
  const last = groups.at(-1);
  if (!last || found.size === names.size || Object.keys(unlisted).length === 0) return found;
  for await (const rows of actionRowsFrom(context, known.subjectId, placeOf(last.assessmentId))) {
    for (const { rowId, actions: own, summary, repeatedBy } of rows)
      for (const [index, id] of actionIdsOf(rowId, own.length).entries()) {
        const action = own[index];
        if (action?.policyKey === policyKey && OPEN.includes(action.status))
          add(action.name, { id, decision: requiredBy({ decision: summary.decision, repeatedBy }, memberOf(id)) });
      }
    if (found.size === names.size) break;
  }
  return found;
}

const requiredBy = (group: Pick<WorkGroup, 'decision' | 'repeatedBy'>, member: number): WorkDecision =>
  group.repeatedBy?.members.includes(member) ? decisionOf(group) : group.decision;

/** Lets open actions stand for the worst decision that requires them: the worklist sorts by it. */
export async function repeatedChanges(
  context: Context,
  { id: assessmentId, summary }: { id: string; summary: AssessmentSummary },
  open: OpenByName,
): Promise<{ writes: Write[]; changes: ActionRowChange[] }> {
  const milder = [...open.values()].filter(({ decision }) => rankOf(summary.decision) < rankOf(decision));
  if (milder.length === 0) return { writes: [], changes: [] };
  const found = await findActions(
    context,
    milder.map(({ id }) => id),
  );
  const rows = new Map(found.flatMap((one) => (one ? [[one.row.rowId, one.row] as const] : [])));
  const changes = [...rows.values()].map((before) => {
    const earlier = before.repeatedBy;
    const own = milder.filter(({ id }) => rowIdOf(id) === before.rowId).map(({ id }) => memberOf(id));
    const worst =
      earlier && rankOf(earlier.decision) < rankOf(summary.decision) ? earlier : { ...summary, assessmentId };
    const repeatedBy: RepeatedBy = { ...worst, members: [...new Set([...(earlier?.members ?? []), ...own])] };
    return { before, repeatedBy, after: { ...before, repeatedBy, revision: before.revision + 1 } };
  });
  return {
    writes: changes.map(({ before, repeatedBy }) => replaceRepeatedBy(context.caller, before, repeatedBy)),
    changes,
  };
}
