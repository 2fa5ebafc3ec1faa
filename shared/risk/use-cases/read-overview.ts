import { readSettings } from '#shared/organization/settings/index.ts';
import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import type { Context } from '#shared/platform/context.ts';
import { type AssessmentRecord, type AssessmentState, summarized } from '../assessment.ts';
import type { OverrideRecord } from '../override.ts';
import type { LapsedOverride, SubjectOverview } from '../overview.ts';
import { assessmentsOf } from '../repository/about-subject.ts';
import { listMonitored, presentMonitored } from '../repository/monitoring.ts';
import { findLatestOverrides } from '../repository/overrides.ts';
import { readState, type SubjectState } from '../repository/subject-state.ts';
import { newSubjectWork, type SubjectWork } from '../repository/subject-work.ts';
import { readSubject } from '../repository/subjects.ts';
import { listViewers, type Viewer } from '../repository/viewers.ts';
import { readInForce } from '../repository/work-overrides.ts';
import { listUnclosedRequests } from '../repository/work-requests.ts';
import { stateAmong } from './assessment-state.ts';
import { presentWork } from './present-work.ts';

/** More policy keys than a screen shows. */
const POLICY_KEYS = 50;

/** What the risk module knows of a subject now. The subject's state names what else to read. */
export async function readOverview(
  context: Context,
  subjectId: string,
): Promise<Omit<SubjectOverview, 'latestRun' | 'viewers'> & { viewers: Viewer[] }> {
  const { store, caller, now } = context;
  const [subject, state, monitored, viewers, { deadlines }] = await allSettledFirstError([
    readSubject(context, subjectId),
    readState(store, caller, subjectId),
    listMonitored(store, caller, subjectId),
    listViewers(store, caller, subjectId, now),
    readSettings(context),
  ]);
  const work = state.work ?? newSubjectWork(subject);
  const [policies, requests, [inForce = []]] = await allSettledFirstError([
    policiesOf(context, subjectId, state),
    requestsOf(context, work),
    readInForce(store, caller, [work], now),
  ]);
  const open = presentWork(work, { inForce, deadlines, now });
  return {
    subject,
    policies,
    decision: open?.decision ?? null,
    effectiveDecision: open?.effectiveDecision ?? null,
    since: open?.since ?? null,
    dueAt: open?.dueAt ?? null,
    late: open?.late ?? false,
    assignee: work.assignee,
    revision: work.assignmentRevision,
    actions: open?.actions ?? [],
    moreActions: open?.more ?? 0,
    ...(requests.length > 0 && { requests }),
    monitoring: monitored.map(presentMonitored),
    viewers: viewers.filter(({ userId }) => userId !== caller.id),
  };
}

/** Most subjects never had a request, and then none is looked for. */
const requestsOf = async ({ store, caller }: Context, { subjectId, requests }: SubjectWork) =>
  requests
    ? listUnclosedRequests(
        store,
        caller,
        subjectId,
        requests.map(({ id }) => id),
      )
    : [];

async function policiesOf(
  { store, caller, now }: Context,
  subjectId: string,
  { version, latest }: SubjectState,
): Promise<SubjectOverview['policies']> {
  const all = [...latest.values()].map(({ id }) => id).sort();
  const latestIds = all.slice(-POLICY_KEYS).reverse();
  if (latestIds.length === 0) return [];
  const assessments = await assessmentsOf(store, caller, subjectId, latestIds);
  // An override of the assessment before is left behind by the latest one.
  const previousIds = assessments.flatMap(({ data }) => data.previousAssessmentId ?? []);
  const ids = [...latestIds, ...previousIds];
  const overrides = await findLatestOverrides(store, caller, ids);
  const overrideOf = new Map(ids.map((id, index) => [id, overrides[index]]));
  return assessments.map((assessment) => {
    const { policyKey, policy } = assessment.data;
    const present = { version, latest: latest.get(policyKey) };
    const own = overrideOf.get(assessment.id);
    const state = stateAmong(assessment, present, own, now);
    const previous = overrideOf.get(assessment.data.previousAssessmentId ?? '');
    const lapsedOverride = lapsedAmong({ own, previous, state }, now);
    const bands = policy.definition.bands.map(({ id, from }) => ({ id, from }));
    return { policyKey, assessment: lineOf(assessment), state, bands, ...(lapsedOverride && { lapsedOverride }) };
  });
}

/** The override that a person may still rely on, although it does not count. */
function lapsedAmong(
  {
    own,
    previous,
    state,
  }: { own: OverrideRecord | undefined; previous: OverrideRecord | undefined; state: AssessmentState },
  now: Date,
): LapsedOverride | undefined {
  const isExpired = ({ data }: OverrideRecord) => Date.parse(data.expiresAt) <= now.getTime();
  const lineOf = ({ id, data }: OverrideRecord, reasons: LapsedOverride['reasons']): LapsedOverride => {
    const { decision, createdBy, expiresAt } = data;
    return { id, decision, createdBy, expiresAt, reasons };
  };
  if (own) {
    if (state.override || own.data.revokedAt !== null) return undefined;
    return lineOf(own, [...(isExpired(own) ? (['expired'] as const) : []), ...state.reasons]);
  }
  const isLeft = previous && previous.data.revokedAt === null && !isExpired(previous);
  return isLeft ? lineOf(previous, ['newer_assessment']) : undefined;
}

function lineOf(record: AssessmentRecord): SubjectOverview['policies'][number]['assessment'] {
  const { id, data } = summarized(record);
  const { policyVersionId, version, trigger, outcome, score, band, decision } = data;
  const { evaluatedAt, sequence, previousAssessmentId } = data;
  return {
    id,
    policyVersionId,
    version,
    trigger,
    outcome,
    score,
    band,
    decision,
    evaluatedAt,
    sequence,
    previousAssessmentId,
  };
}
