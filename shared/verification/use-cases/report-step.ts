import { conflict, notFound, refused } from '@assay/foundation';
import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import type { Change, NewEvent } from '#shared/platform/change.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Stored } from '#shared/platform/store/stored.ts';
import type { CheckRecord } from '../check.ts';
import { announcedEvent, verificationEvent } from '../event.ts';
import { MISSED_SECONDS } from '../limits.ts';
import { createCheck } from '../repository/checks.ts';
import { readWorkflowRun, replaceWorkflowRun, storeOutputs } from '../repository/runs.ts';
import { assertLatestRun, readSession, replaceSession } from '../repository/sessions.ts';
import { readWorkflow } from '../repository/workflows.ts';
import { outcomeOf, reportFaults, resultOf, type StepReport, type WorkflowRunRecord } from '../run.ts';
import { awaitedScreening, isRunByService } from '../screening-step.ts';
import { evidenceSubjectOf, type SessionRecord, withRunStatus } from '../session.ts';
import type { Step } from '../workflow.ts';
import { assertNotExpired } from './assert-not-expired.ts';
import { evidenceOfStep } from './step-evidence.ts';

export interface ReportedStep {
  sessionId: string;
  runId: string;
  stepKey: string;
  report: StepReport;
  /** Check record, if the service ran the step. */
  check?: CheckRecord;
}

/**
 * Records the result of a step, once. Capture clients report their steps; steps that the service
 * runs are reported here by the service only. If the session is linked to a subject and the attempt
 * is the current one, the result becomes evidence at once.
 */
export async function reportStep(
  context: Context,
  { sessionId, runId, stepKey, report, check }: ReportedStep,
): Promise<Change<WorkflowRunRecord>> {
  const { caller } = context;
  const [session, run] = await allSettledFirstError([
    readSession(context, sessionId),
    readWorkflowRun(context, { sessionId, runId }),
  ]);
  const { workflowId, workflowRevision, riskSubjectId } = session.record.data;
  const { steps } = (await readWorkflow(context, workflowId, workflowRevision)).data;
  const step = steps.find(({ key }) => key === stepKey);
  if (!step) throw notFound('step');
  assertReportable(context, { session: session.record, run: run.record, step, report });

  const reported = withResult(context, run.record, { report, steps, stepKey });
  // Screening results are recorded as facts of the screening, not of the step.
  const subjectId = check ? null : evidenceSubjectOf(session.record.data);
  const evidence = subjectId
    ? await evidenceOfStep(context, subjectId, { session: session.record, runId, step, report })
    : { writes: [], events: [] };
  const { outputs, status } = report;
  return {
    writes: [
      replaceWorkflowRun(caller, run, reported, awaitedIn(context, steps, reported)),
      storeOutputs(caller, runId, { stepKey, outputs }),
      writeToSession(context, session, { run: reported, check }),
      ...(check ? createCheck(caller, check) : []),
      ...evidence.writes,
    ],
    events: [
      verificationEvent('verification.step.reported', reported, {
        subjectId: riskSubjectId,
        details: { stepKey, status },
      }),
      ...completionEvents(reported, riskSubjectId),
      ...(check ? [verificationEvent('verification.check.created', check, { subjectId: riskSubjectId })] : []),
      ...evidence.events,
    ],
    result: reported,
  };
}

function completionEvents(run: WorkflowRunRecord, subjectId: string | null): NewEvent[] {
  const { sessionId, outcome } = run.data;
  return outcome ? [announcedEvent('verification.run.completed', run, { sessionId, outcome }, { subjectId })] : [];
}

function assertReportable(
  { caller, now }: Context,
  about: { session: SessionRecord; run: WorkflowRunRecord; step: Step; report: StepReport },
): void {
  const { session, run, step, report } = about;
  if (isRunByService(step) && caller.kind !== 'service')
    throw refused('step_of_service', 'This step is run by the service.');
  if (session.data.latestRunId !== run.id || run.data.status === 'superseded')
    throw conflict('run_superseded', 'The session has a newer attempt.');
  if (caller.kind !== 'service') assertNotExpired(session, now);
  if (run.data.status === 'completed')
    throw conflict('run_completed', 'Every step of the attempt already has a result.');
  if (resultOf(run.data, step.key)) throw conflict('step_reported', 'The step already has a result.');
  const faults = reportFaults(report, step, now);
  const [first] = faults;
  if (first)
    throw refused(
      first.code,
      'The report does not fit what the workflow declares.',
      faults.map(({ path, message }) => ({ path, message })),
    );
}

function withResult(
  { now }: Context,
  run: WorkflowRunRecord,
  { report, steps, stepKey }: { report: StepReport; steps: readonly Step[]; stepKey: string },
): WorkflowRunRecord {
  const reportedAt = now.toISOString();
  const observedAt = new Date(report.observedAt).toISOString();
  const results = {
    ...run.data.steps,
    [stepKey]: { status: report.status, observedAt, reportedAt },
  };
  const isCompleted = Object.keys(results).length === steps.length;
  return {
    ...run,
    data: {
      ...run.data,
      steps: results,
      status: isCompleted ? 'completed' : 'in_progress',
      ...(isCompleted && { outcome: outcomeOf({ steps: results }) }),
      completedAt: isCompleted ? lastReportOf(results) : null,
    },
  };
}

/** A step of the service is reported with the time at which it began, which may be before other reports. */
const lastReportOf = (results: WorkflowRunRecord['data']['steps']) =>
  Object.values(results).reduce((last, { reportedAt }) => (reportedAt > last ? reportedAt : last), '');

function awaitedIn({ now }: Context, steps: readonly Step[], { data }: WorkflowRunRecord) {
  const step = awaitedScreening(steps, (key) => resultOf(data, key) !== undefined);
  return step === undefined ? undefined : { step, missedAt: addSeconds(now, MISSED_SECONDS) };
}

/**
 * The session contains the status of its attempts. Until the attempt is completed, it is only
 * required to have no newer one.
 */
function writeToSession(
  { caller }: Context,
  session: Stored<SessionRecord>,
  { run, check }: { run: WorkflowRunRecord; check: CheckRecord | undefined },
) {
  const { record } = session;
  if (run.data.status !== 'completed' && !check) return assertLatestRun(caller, record);
  const { data, ...shown } = withRunStatus(record, run);
  const checks = check
    ? [...data.checks, { id: check.id, kind: check.data.kind, status: check.data.status }]
    : data.checks;
  return replaceSession(caller, session, { ...shown, data: { ...data, checks } });
}
