import { Problem } from '@assay/foundation';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { createScreeningRun, referenceToRun, type ScreeningRun } from '#shared/screening/index.ts';
import type { CheckRecord } from '../check.ts';
import { documentStepBefore } from '../identity-document.ts';
import { type CurrentAttempt, findIfCurrent, replaceCurrentAttempt } from '../repository/current-attempts.ts';
import { readOutputs, readWorkflowRun } from '../repository/runs.ts';
import { readSession } from '../repository/sessions.ts';
import { readWorkflow } from '../repository/workflows.ts';
import { resultOf, type WorkflowRunRecord } from '../run.ts';
import { type ScreenedDocument, screenedPerson } from '../screened-person.ts';
import { checkResultOf, screeningSummaryOf } from '../screening-check.ts';
import { SCREENING_KIND, ScreeningConfig } from '../screening-config.ts';
import { evidenceSubjectOf, type SessionRecord } from '../session.ts';
import type { Step } from '../workflow.ts';
import { reportStep } from './report-step.ts';

export interface AwaitedScreening {
  sessionId: string;
  runId: string;
  stepKey: string;
}

/**
 * Runs the screening step of an attempt. The screening run, its check, the evidence and the result
 * of the step are one change. If repeated, it finds the step reported. If another attempt is
 * current by then, the screening run is stored but records no evidence.
 */
export async function screenSession(
  context: Context,
  { sessionId, runId, stepKey }: AwaitedScreening,
): Promise<Change<WorkflowRunRecord>> {
  const [session, run] = await Promise.all([
    readSession(context, sessionId),
    readWorkflowRun(context, { sessionId, runId }),
  ]);
  const { workflowId, workflowRevision, latestRunId } = session.record.data;
  const { data } = run.record;
  const isOver = latestRunId !== runId || data.status === 'superseded' || resultOf(data, stepKey) !== undefined;
  if (isOver) return { writes: [], events: [], result: run.record };

  const { steps } = (await readWorkflow(context, workflowId, workflowRevision)).data;
  const subjectId = evidenceSubjectOf(session.record.data);
  const attempt = subjectId ? await findIfCurrent(context, { subjectId, workflowId, runId }) : undefined;
  const document = documentStepBefore(steps, stepKey);
  const outputs = document ? await readOutputs(context, runId, [document.key]) : new Map();
  const now = context.now.toISOString();
  const read = screenedPerson(outputs.get(document?.key ?? '') ?? {}, now.slice(0, 10));
  const screening = await runScreening(context, steps, {
    stepKey,
    sessionId,
    riskSubjectId: subjectId,
    recordsFacts: attempt !== undefined,
    read,
  });
  const check = checkOf(context, session.record, { runId, screening: screening?.result, read });
  const reported = await reportStep(context, {
    sessionId,
    runId,
    stepKey,
    check,
    report: {
      status: check.data.status === 'error' ? 'failed' : 'completed',
      outputs: {},
      observedAt: now,
    },
  });
  const attemptWrites =
    subjectId && attempt
      ? [replaceCurrentAttempt(context.caller, subjectId, attempt, withScreeningFacts(attempt, screening?.result))]
      : [];
  return {
    writes: [...reported.writes, ...(screening?.writes ?? []), ...attemptWrites],
    events: [...reported.events, ...(screening?.events ?? [])],
    result: reported.result,
  };
}

/**
 * Undefined if the step was saved with a configuration that is no longer accepted, or the subject takes no further
 * screenings: no caller could correct the request, so the step ends with an error instead of waiting.
 */
async function runScreening(
  context: Context,
  steps: readonly Step[],
  about: {
    stepKey: string;
    sessionId: string;
    riskSubjectId: string | null;
    recordsFacts: boolean;
    read: ScreenedDocument;
  },
): Promise<Change<ScreeningRun> | undefined> {
  const { stepKey, read, ...of } = about;
  const config = ScreeningConfig.safeParse(steps.find(({ key }) => key === stepKey)?.config);
  if (!config.success) return undefined;
  return createScreeningRun(context, {
    ...config.data.providerConfig,
    subject: read.person,
    isSubjectUnreadable: read.unreadable.length > 0,
    ...of,
    trigger: 'workflow',
  }).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 422) return undefined;
    throw error;
  });
}

/** The attempt with the facts of its screening, so that a newer attempt can withdraw them. */
function withScreeningFacts(attempt: CurrentAttempt, run: ScreeningRun | undefined): CurrentAttempt {
  const facts = run?.riskSources.map((one) => ({ ...one, screeningRunId: run.id })) ?? [];
  return { ...attempt, screenings: [...attempt.screenings, ...facts] };
}

function checkOf(
  { newId, now }: Context,
  { id: sessionId, data: { participantKey } }: SessionRecord,
  { runId, screening, read }: { runId: string; screening: ScreeningRun | undefined; read: ScreenedDocument },
): CheckRecord {
  const at = now.toISOString();
  return {
    id: newId(),
    resource: 'checks',
    data: {
      sessionId,
      kind: SCREENING_KIND,
      ...checkResultOf(screening),
      observedAt: at,
      createdAt: at,
      participantKey,
      providerRef: screening ? referenceToRun(screening.id) : null,
      screening: screening ? screeningSummaryOf(screening, read.unreadable) : null,
      workflowRunId: runId,
    },
  };
}
