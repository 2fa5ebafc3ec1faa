import { Problem } from '@assay/foundation';
import { mapConcurrently } from '@assay/foundation/concurrency';
import { applicabilityOf, evaluate } from '@assay/policy-engine';
import type { Caller, Scope } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { StoredJob } from '#shared/platform/jobs/job.ts';
import { type JobContext, JobFailure, type JobRunner, type Step } from '#shared/platform/jobs/run-job.ts';
import { commitAs } from '#shared/worker.ts';
import { ROLLOUT_PROBLEMS, ROLLOUT_SUBJECTS_AT_ONCE, ROLLOUT_SUBJECTS_PER_STEP } from '../limits.ts';
import { listMonitoredBy } from '../repository/monitored-by.ts';
import { findMonitored, type MonitoredPolicy } from '../repository/monitoring.ts';
import { unpackOne } from '../repository/one-part.ts';
import { findPolicy, readCurrentPolicy } from '../repository/policies.ts';
import { type LatestAssessment, readState } from '../repository/subject-state.ts';
import { type Change as Changed, counted, RolloutInput, RolloutState, type SubjectProblem } from '../rollout.ts';
import { AssessmentSummary } from '../work.ts';
import { prepareEvaluation } from './assess-subject.ts';
import { changeMonitoring } from './configure-monitoring.ts';

const FIRST: RolloutState = { offset: 0, chunk: null, replaced: 0, skipped: 0, problems: [], changes: [] };

const stateOf = (job: StoredJob) => (job.state === null ? FIRST : RolloutState.parse(job.state));
const takenBy = (job: StoredJob) => stateOf(job).replaced + stateOf(job).skipped + job.failed;

/** Stores which subjects the next step takes: replaced ones leave the list, and a step that runs again has to count them. */
async function chooseSubjects({ store, caller }: JobContext, job: StoredJob) {
  const state = stateOf(job);
  if (state.chunk) return undefined;
  const { from, limit } = RolloutInput.parse(job.input);
  const left = limit === null ? ROLLOUT_SUBJECTS_PER_STEP : limit - takenBy(job);
  const wanted = { offset: state.offset, limit: Math.min(left, ROLLOUT_SUBJECTS_PER_STEP) };
  const { items: subjectIds, nextOffset } = await listMonitoredBy(store, caller, from, wanted);
  return { state: { ...state, chunk: { subjectIds, nextOffset } } satisfies RolloutState, writes: [] };
}

type Outcome = { is: 'replaced' | 'skipped' } | ({ is: 'replaced' } & Omit<Changed, 'subjects'>) | SubjectProblem;

async function rolloutStep(context: JobContext, job: StoredJob): Promise<Step> {
  const input = RolloutInput.parse(job.input);
  const { chunk, ...state } = stateOf(job);
  const { subjectIds, nextOffset } = chunk ?? { subjectIds: [], nextOffset: null };
  await assertUsable(context, input);
  const caller = callerOf(context.caller, job);
  const take = input.dryRun ? trySubject : replaceSubject;
  const outcomes = await mapConcurrently(subjectIds, ROLLOUT_SUBJECTS_AT_ONCE, (subjectId) =>
    withProblem(subjectId, () => take(context, caller, input, subjectId)),
  );
  const count = (is: 'replaced' | 'skipped') => outcomes.filter((one) => 'is' in one && one.is === is).length;
  const problems = outcomes.flatMap((one) => ('code' in one ? [one] : []));
  const changed = outcomes.flatMap((one) => ('before' in one ? [one] : []));
  const next: RolloutState = {
    offset: nextOffset ?? state.offset,
    chunk: null,
    replaced: state.replaced + count('replaced'),
    skipped: state.skipped + count('skipped'),
    problems: [...state.problems, ...problems].slice(0, ROLLOUT_PROBLEMS),
    changes: changed.reduce((all, { before, after }) => counted(all, { before, after }), state.changes),
  };
  const failed = job.failed + problems.length;
  const done = next.replaced + next.skipped + failed;
  const isLast = nextOffset === null || (input.limit !== null && done >= input.limit);
  return { state: next, done, failed, total: isLast ? done : null, share: null, isLast };
}

/** It may have been retired since the job began. */
async function assertUsable(context: JobContext, { policyVersionId }: RolloutInput): Promise<void> {
  const policy = await readCurrentPolicy(context, policyVersionId);
  if (policy.data.retiredAt)
    throw new JobFailure('policy_retired', 'The version was retired. Monitoring that it had taken over is paused.');
}

/** A subject that cannot be processed does not end the job. */
async function withProblem(subjectId: string, take: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return { subjectId, code: error.code, detail: error.message };
  }
}

/** Monitored by the version, or paused because it was retired. What a person has paused stays so. */
const isReplaceable = (monitored: MonitoredPolicy | undefined, from: string) =>
  monitored?.policyVersionId === from && (monitored.enabled || monitored.pausedReason !== undefined);

const replaceSubject = (
  context: JobContext,
  caller: Caller,
  { from, policyVersionId }: RolloutInput,
  subjectId: string,
): Promise<Outcome> =>
  commitAs(context, caller, async (as): Promise<Change<Outcome>> => {
    let found: MonitoredPolicy | undefined;
    const change = await changeMonitoring(as, subjectId, { policyVersionId, enabled: true }, (before) => {
      found = before;
      return isReplaceable(before, from);
    });
    if (change) return { ...change, result: { is: 'replaced' } };
    // An attempt that died before its step was stored has replaced it.
    const isReplaced = found?.enabled === true && found.policyVersionId === policyVersionId;
    return { writes: [], events: [], result: { is: isReplaced ? 'replaced' : 'skipped' } };
  });

/** Evaluates without storing anything. */
async function trySubject(
  context: JobContext,
  caller: Caller,
  { from, policyKey, policyVersionId }: RolloutInput,
  subjectId: string,
): Promise<Outcome> {
  const { store } = context;
  const monitored = await findMonitored(store, caller, { subjectId, policyKey });
  if (!isReplaceable(monitored, from)) return { is: 'skipped' };
  const [policy, state] = await Promise.all([
    findPolicy(store, caller, policyVersionId),
    readState(store, caller, subjectId),
  ]);
  if (!policy) return { is: 'skipped' };
  const { compiled, evidence } = await prepareEvaluation({ ...context, caller }, { policy, state });
  const { status } = applicabilityOf(compiled, evidence);
  const after = status === 'applicable' ? evaluate(compiled, evidence).decision : (`applicability_${status}` as const);
  return { is: 'replaced', before: decisionOf(state.latest.get(policyKey)), after };
}

/** Only assessments of earlier releases have no summary. */
const decisionOf = (latest: LatestAssessment | undefined): Changed['before'] =>
  latest?.summary === undefined ? 'not_assessed' : AssessmentSummary.parse(unpackOne(latest.summary)).decision;

/** Acts in the name of the person who asked for the roll-out: the events name them. */
function callerOf({ organizationId, mode }: Scope, { createdBy }: StoredJob): Caller {
  const [, id = ''] = createdBy.split(':');
  return { organizationId, mode, kind: 'user', id, role: 'client' };
}

export const rolloutRunner: JobRunner = { prepare: chooseSubjects, step: rolloutStep };
