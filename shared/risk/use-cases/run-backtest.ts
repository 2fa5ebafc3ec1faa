import { mapConcurrently } from '@assay/foundation/concurrency';
import { type CompiledPolicy, compilePolicy, type PolicyDefinition, runScenario } from '@assay/policy-engine';
import type { StoredJob } from '#shared/platform/jobs/job.ts';
import { jobEnded } from '#shared/platform/jobs/job-events.ts';
import { type EndJob, type JobContext, JobFailure, type JobRunner, type Step } from '#shared/platform/jobs/run-job.ts';
import type { AssessmentRecord } from '../assessment.ts';
import {
  BacktestInput,
  type BacktestProblem,
  type BacktestState,
  type ChangedCase,
  stateOfBacktest,
} from '../backtest.ts';
import { countedBacktest, isChanged, NOT_ASSESSED, outcomeAfter, type Tested } from '../backtest-counts.ts';
import { riskEvent } from '../event.ts';
import { laterOf } from '../instant.ts';
import { BACKTEST_PROBLEMS, BACKTEST_SUBJECTS_AT_ONCE, SELECTED_EVIDENCE_BYTES } from '../limits.ts';
import { withCanonicalSources } from '../listed-sources.ts';
import { findTestedDefinition, putChangedCases } from '../repository/backtest-files.ts';
import { findPolicy } from '../repository/policies.ts';
import { readState, type SubjectState } from '../repository/subject-state.ts';
import { type Case, nextCases } from './backtest-cases.ts';
import { evidenceKnownAt } from './evidence-known.ts';
import { selectEvidence } from './select-evidence.ts';

/** Evaluates some cases, stores which of them change, and counts all. */
async function backtestStep(context: JobContext, job: StoredJob): Promise<Step> {
  const input = BacktestInput.parse(job.input);
  const state = stateOfBacktest(job);
  const [definition, page] = await Promise.all([
    testedDefinition(context, job.id, input),
    nextCases(context, input, state),
  ]);
  const policy = compilePolicy(definition);
  const bySubject = [...Map.groupBy(page.cases, ({ subjectId }) => subjectId)];
  const evaluated = await mapConcurrently(bySubject, BACKTEST_SUBJECTS_AT_ONCE, ([subjectId, cases]) =>
    evaluateSubject(context, { job, input, definition, policy, subjectId, cases }),
  );
  const results = evaluated.flat();
  const tested = results.flatMap((one) => ('after' in one ? [one] : []));
  const problems = results.flatMap((one) => ('code' in one ? [one] : []));
  const changed = tested
    .filter(isChanged)
    .map(({ subjectId, assessmentId, before, after }): ChangedCase => ({ subjectId, assessmentId, before, after }));
  await putChangedCases(context.caller, job.id, state.steps, changed);
  const next: BacktestState = {
    ...page.next,
    steps: state.steps + 1,
    skipped: state.skipped + results.filter((one) => 'isSkipped' in one).length,
    problems: [...state.problems, ...problems].slice(0, BACKTEST_PROBLEMS),
    counts: tested.reduce(countedBacktest, state.counts),
  };
  const done = job.done + page.cases.length;
  const failed = job.failed + problems.length;
  return { state: next, done, failed, total: page.isLast ? done : null, share: null, isLast: page.isLast };
}

/** Normalized as when a version is made. */
async function testedDefinition(
  { store, caller }: JobContext,
  jobId: string,
  { policyVersionId }: BacktestInput,
): Promise<PolicyDefinition> {
  if (policyVersionId !== null) {
    const policy = await findPolicy(store, caller, policyVersionId);
    if (policy) return withCanonicalSources(policy.data.definition);
  } else {
    const definition = await findTestedDefinition(caller, jobId);
    if (definition) return definition as PolicyDefinition;
  }
  throw new JobFailure('definition_gone', 'The definition of the backtest was deleted. Start the backtest again.');
}

interface OfSubject {
  job: StoredJob;
  input: BacktestInput;
  definition: PolicyDefinition;
  policy: CompiledPolicy;
  subjectId: string;
  cases: readonly Case[];
}

type TestedCase = Tested & { subjectId: string; assessmentId: string | null };
type Result = TestedCase | BacktestProblem | { isSkipped: true };

async function evaluateSubject(context: JobContext, of: OfSubject): Promise<Result[]> {
  const { input, subjectId, cases } = of;
  const { store, caller } = context;
  if (input.evidence === 'as_now') {
    const state = await readState(store, caller, subjectId);
    const evaluatedAt = laterOf(of.job.createdAt, state.version.movedAt);
    return Promise.all(cases.map((one) => evaluateCase(context, of, one.assessment, state, evaluatedAt)));
  }
  const assessments = cases.flatMap(({ assessment }) => assessment ?? []);
  const known = await evidenceKnownAt(
    store,
    caller,
    subjectId,
    assessments.map(({ data }) => data.evidenceRevision),
  );
  return Promise.all(
    cases.map(({ assessment }) => {
      const state = assessment && known.get(assessment.data.evidenceRevision);
      return assessment && state
        ? evaluateCase(context, of, assessment, state, assessment.data.evaluatedAt)
        : { isSkipped: true as const };
    }),
  );
}

async function evaluateCase(
  context: JobContext,
  { definition, policy, subjectId }: OfSubject,
  assessment: AssessmentRecord | undefined,
  state: Pick<SubjectState, 'currentReceipts'>,
  evaluatedAt: string,
): Promise<TestedCase | BacktestProblem> {
  const named = { subjectId, assessmentId: assessment?.id ?? null };
  const { receipts, bytes } = await selectEvidence(context, definition, state);
  if (bytes > SELECTED_EVIDENCE_BYTES)
    return { ...named, code: 'evidence_too_large', detail: `The selected evidence has ${bytes} bytes.` };
  const run = runScenario(policy, { receipts, evaluatedAt });
  return {
    ...named,
    before: assessment ? outcomeOf(assessment) : NOT_ASSESSED,
    after: outcomeAfter(run),
    evaluation: run.evaluation,
  };
}

const outcomeOf = ({ data: { decision, band, score } }: AssessmentRecord) => ({ decision, band, score });

export const backtestRunner: JobRunner = { step: backtestStep };

export const endBacktest: EndJob = async (_context, job) => ({
  writes: [],
  events: [
    jobEnded(job),
    ...(job.status === 'completed'
      ? [riskEvent('risk.backtest.completed', { resource: 'jobs', id: job.id }, { subjectId: null })]
      : []),
  ],
});
