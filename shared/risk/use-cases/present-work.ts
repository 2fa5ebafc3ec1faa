import { OPEN_REQUESTS_SHOWN, WORK_ACTIONS_SHOWN } from '../limits.ts';
import type { SubjectWork } from '../repository/subject-work.ts';
import {
  actionIdIn,
  assessmentsOf,
  type Deadlines,
  dueAtOf,
  openActions,
  placeOfWork,
  type Work,
  type WorkGroup,
  worstFirst,
} from '../work.ts';
import { overrideOf, type WorkOverride } from '../work-override.ts';
import type { WorkItem } from '../worklist.ts';

/** A deadline is late once it has passed. */
export const isLate = ({ work }: SubjectWork, deadlines: Deadlines, now: Date): boolean => {
  const dueAt = dueAtOf(work, deadlines);
  return dueAt !== null && dueAt < now.toISOString();
};

/** A row of the worklist. Undefined if the subject has no open work. */
export function presentWork(
  { subjectId: id, kind, externalId, assignee, assignmentRevision, work, requests = [] }: SubjectWork,
  { inForce, deadlines, now }: { inForce: readonly WorkOverride[]; deadlines: Deadlines; now: Date },
): Omit<WorkItem, 'matchesPending'> | undefined {
  const place = placeOfWork(work);
  const [oldest] = work.groups;
  if (!place || !oldest) return undefined;
  const dueAt = dueAtOf(work, deadlines);
  const actions = worstFirst(work.groups).flatMap(actionsOf).slice(0, WORK_ACTIONS_SHOWN);
  return {
    subject: { id, kind, externalId },
    decision: place.decision,
    effectiveDecision: placeOfWork(work, inForce)?.decision ?? place.decision,
    ...overridesOf(work, inForce),
    since: oldest.createdAt,
    dueAt,
    late: dueAt !== null && dueAt < now.toISOString(),
    assignee,
    revision: assignmentRevision,
    ...(requests.length > 0 && {
      requests: { open: requests.length, waitsFor: requests.slice(0, OPEN_REQUESTS_SHOWN) },
    }),
    actions,
    more: openActions(work) - actions.length,
    assessments: assessmentsOf(work.groups).slice(0, WORK_ACTIONS_SHOWN).map(lineOf),
  };
}

/** Those that decide about open actions. */
function overridesOf({ groups }: Work, inForce: readonly WorkOverride[]): Pick<WorkItem, 'overrides'> {
  const deciding = new Set(groups.map((group) => overrideOf(group, inForce)));
  const overrides = inForce.filter((one) => deciding.has(one));
  if (overrides.length === 0) return {};
  return { overrides: overrides.map(({ id, policyKey, decision, until }) => ({ id, policyKey, decision, until })) };
}

const actionsOf = (group: WorkGroup): WorkItem['actions'] => {
  const { assessmentId, policyKey, createdAt } = group;
  return group.actions.map(({ member, name, status, revision }) => ({
    id: actionIdIn(group, { member }),
    name,
    status,
    revision,
    policyKey,
    assessmentId,
    createdAt,
  }));
};

const lineOf = ({
  assessmentId: id,
  ...group
}: ReturnType<typeof assessmentsOf>[number]): WorkItem['assessments'][number] => {
  const { policyKey, version, score, band, decision, evaluatedAt } = group;
  return { id, policyKey, version, score, band, decision, evaluatedAt };
};
