import type { PolicyEvaluation } from '@assay/policy-engine';
import * as z from 'zod';
import { memberId, placeOf } from '#shared/platform/ids.ts';
import { type Action, ActionStatus, OPEN } from './action.ts';
import { WORK_ACTIONS_SHOWN, WORK_ACTIONS_STORED } from './limits.ts';
import { overrideOf, stagesOf, type WorkOverride, type WorkOverrides } from './work-override.ts';

/**
 * The open work of one subject: its open actions, by the assessment that requested them. Pure rules; the
 * repository stores the result in the same transaction that changes the actions.
 */

/** Worst first: the order of the worklist. */
export const WORK_DECISIONS = [
  'reject',
  'restrict',
  'review',
  'awaiting_evidence',
  'none',
] as const satisfies readonly PolicyEvaluation['decision'][];
export const WorkDecision = z.enum(WORK_DECISIONS);
export type WorkDecision = z.infer<typeof WorkDecision>;

export const rankOf = (decision: WorkDecision) => WORK_DECISIONS.indexOf(decision);

/** What the worklist shows of an assessment. */
export const AssessmentSummary = z.object({
  version: z.number(),
  score: z.number().nullable(),
  band: z.string().nullable(),
  decision: WorkDecision,
  evaluatedAt: z.string(),
});
export type AssessmentSummary = z.infer<typeof AssessmentSummary>;

/** The first member of an assessment's row of actions; member 0 is the assessment. */
export const FIRST_ACTION_MEMBER = 1;

const OpenAction = z.object({
  member: z.number(),
  name: z.string(),
  status: ActionStatus,
  revision: z.number(),
});

/** A later assessment that required actions of this one while they were open, with their members. */
export const RepeatedBy = AssessmentSummary.extend({ assessmentId: z.string(), members: z.array(z.number()) });
export type RepeatedBy = z.infer<typeof RepeatedBy>;

/** The open actions of one assessment. */
export const WorkGroup = AssessmentSummary.extend({
  assessmentId: z.string(),
  policyKey: z.string(),
  createdAt: z.string(),
  actions: z.array(OpenAction),
  /** Only if its decision is worse than that of the assessment. */
  repeatedBy: RepeatedBy.optional(),
});
export type WorkGroup = z.infer<typeof WorkGroup>;

/** The worst decision that the open actions stand for. */
export const decisionOf = ({ decision, repeatedBy }: Pick<WorkGroup, 'decision' | 'repeatedBy'>): WorkDecision =>
  repeatedBy && rankOf(repeatedBy.decision) < rankOf(decision) ? repeatedBy.decision : decision;

/**
 * Only the oldest groups are stored, so that a row stays small however many assessments a subject has. The
 * open actions of all later ones are counted by decision. Actions never open again once they have ended, so
 * the stored groups stay the oldest until none is left, and then the next ones are read.
 */
export const Work = z.object({
  /** Oldest first. */
  groups: z.array(WorkGroup),
  /** Open actions of later groups, by decision. */
  unlisted: z.partialRecord(WorkDecision, z.number()),
});
export type Work = z.infer<typeof Work>;

export const NO_WORK: Work = { groups: [], unlisted: {} };

/** The open actions among those of one assessment. */
export function groupOf(
  assessmentId: string,
  summary: AssessmentSummary,
  { actions, repeatedBy }: { actions: readonly Action[]; repeatedBy?: RepeatedBy | undefined },
): WorkGroup {
  const [first] = actions;
  const open = actions.flatMap(({ name, status, revision }, index) =>
    OPEN.includes(status) ? [{ member: FIRST_ACTION_MEMBER + index, name, status, revision }] : [],
  );
  const isRepeated = open.some(({ member }) => repeatedBy?.members.includes(member));
  return {
    ...summary,
    assessmentId,
    policyKey: first?.policyKey ?? '',
    createdAt: first?.createdAt ?? '',
    actions: open,
    ...(isRepeated && { repeatedBy }),
  };
}

const sizeOf = ({ actions }: WorkGroup) => actions.length;
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

export const storedActions = ({ groups }: Work) => sum(groups.map(sizeOf));
const unlistedActions = ({ unlisted }: Work) => sum(Object.values(unlisted));
export const openActions = (work: Work) => storedActions(work) + unlistedActions(work);

/** All groups of a subject -> the oldest in full, the others counted. */
export function workOf(groups: Iterable<WorkGroup>): Work {
  const open = [...groups].filter(({ actions }) => actions.length > 0).sort(byPlace);
  const kept: WorkGroup[] = [];
  const unlisted: Work['unlisted'] = {};
  let stored = 0;
  for (const group of open) {
    const fits = stored === 0 || stored + sizeOf(group) <= WORK_ACTIONS_STORED;
    // Once a group did not fit, no later one is stored: the stored ones are the oldest.
    if (fits && Object.keys(unlisted).length === 0) {
      kept.push(group);
      stored += sizeOf(group);
    } else count(unlisted, decisionOf(group), sizeOf(group));
  }
  return { groups: kept, unlisted };
}

const byPlace = (one: Pick<WorkGroup, 'assessmentId'>, other: Pick<WorkGroup, 'assessmentId'>) =>
  placeOf(one.assessmentId) < placeOf(other.assessmentId) ? -1 : 1;

function count(unlisted: Work['unlisted'], decision: WorkDecision, by: number): void {
  const after = (unlisted[decision] ?? 0) + by;
  if (after > 0) unlisted[decision] = after;
  else delete unlisted[decision];
}

/** The open actions of an assessment before and after a change; `before` is undefined if it is new. */
export interface GroupChange {
  before: WorkGroup | undefined;
  after: WorkGroup;
}

/** The work after actions of some assessments have changed, or were created. */
export function withChanges(work: Work, changes: readonly GroupChange[]): Work {
  const last = work.groups.at(-1);
  const isUnlisted = ({ after }: GroupChange) =>
    unlistedActions(work) > 0 && last !== undefined && placeOf(after.assessmentId) > placeOf(last.assessmentId);
  const listed = changes.filter((change) => !isUnlisted(change)).map(({ after }) => after);
  const changedIds = new Set(listed.map(({ assessmentId }) => assessmentId));
  const others = work.groups.filter(({ assessmentId }) => !changedIds.has(assessmentId));
  const { groups, unlisted } = workOf([...others, ...listed]);
  for (const decision of WORK_DECISIONS) count(unlisted, decision, work.unlisted[decision] ?? 0);
  for (const { before, after } of changes.filter(isUnlisted)) {
    if (before) count(unlisted, decisionOf(before), -sizeOf(before));
    count(unlisted, decisionOf(after), sizeOf(after));
  }
  return { groups, unlisted };
}

/** Whether the next groups have to be read: too few are stored to show. */
export const needsMoreGroups = (work: Work) => unlistedActions(work) > 0 && storedActions(work) < WORK_ACTIONS_SHOWN;

/** Where the subject is in the worklist: its worst decision, and its oldest open action. */
export interface WorkPlace {
  decision: WorkDecision;
  oldestId: string;
}

/** The place by the decisions of the assessments, or by those of the overrides that are in force. */
export function placeOfWork({ groups, unlisted }: Work, inForce: readonly WorkOverride[] = []): WorkPlace | undefined {
  const [oldest] = groups;
  if (!oldest) return undefined;
  const effective = groups.map((group) => overrideOf(group, inForce)?.decision ?? decisionOf(group));
  const decisions = new Set<string>([...effective, ...Object.keys(unlisted)]);
  const decision = WORK_DECISIONS.find((one) => decisions.has(one));
  return decision && { decision, oldestId: oldest.assessmentId };
}

/** The other places that the subject has while its overrides are in force. Readers know which one it has now. */
export function overriddenPlaces(work: Work, overrides: WorkOverrides | undefined): WorkPlace[] {
  const place = placeOfWork(work);
  if (!place || !overrides) return [];
  const decisions = stagesOf(overrides).map((stage) => placeOfWork(work, stage)?.decision ?? place.decision);
  return [...new Set(decisions)]
    .filter((decision) => decision !== place.decision)
    .map((decision) => ({ decision, oldestId: place.oldestId }));
}

/** The id of an open action. */
export const actionIdIn = ({ assessmentId }: WorkGroup, { member }: { member: number }) =>
  memberId(assessmentId, member);

/** By action name, in seconds after the action was requested. */
export type Deadlines = Readonly<Record<string, number>>;

/** The earliest deadline of the stored open actions. */
export function dueAtOf({ groups }: Work, deadlines: Deadlines): string | null {
  const times = groups.flatMap(({ createdAt, actions }) =>
    actions.flatMap(({ name }) => {
      const seconds = Object.hasOwn(deadlines, name) ? deadlines[name] : undefined;
      return seconds === undefined ? [] : [Date.parse(createdAt) + seconds * 1000];
    }),
  );
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
}

export const hasName = ({ groups }: Work, name: string) =>
  groups.some(({ actions }) => actions.some((action) => action.name === name));

export const hasPolicyKey = ({ groups }: Work, key: string) => groups.some(({ policyKey }) => policyKey === key);

/** Worst decision first, then oldest: the order in which actions are shown. */
export const worstFirst = (groups: readonly WorkGroup[]) =>
  groups.toSorted((one, other) => rankOf(decisionOf(one)) - rankOf(decisionOf(other)) || byPlace(one, other));

/** The assessments that the open actions stand for, worst decision first, then newest: the first explains the place of the subject. */
export const assessmentsOf = (groups: readonly WorkGroup[]) =>
  groups
    .flatMap(({ repeatedBy, ...group }) => [group, ...(repeatedBy ? [{ ...group, ...repeatedBy }] : [])])
    .toSorted((one, other) => rankOf(one.decision) - rankOf(other.decision) || byPlace(other, one));
