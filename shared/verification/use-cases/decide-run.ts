import { conflict, refused } from '@assay/foundation';
import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { VerificationDecision } from '#shared/risk/contract.ts';
import { decisionFault, readSubject, type VerificationDecisionRecord } from '#shared/risk/index.ts';
import { type ApprovalFault, approvalFault } from '../approval.ts';
import { announcedEvent } from '../event.ts';
import { type CurrentAttempt, findCurrentAttempt } from '../repository/current-attempts.ts';
import { createDecision } from '../repository/decisions.ts';
import { readWorkflowRun, replaceWorkflowRun } from '../repository/runs.ts';
import { readSession, replaceSession } from '../repository/sessions.ts';
import { readWorkflow } from '../repository/workflows.ts';
import type { WorkflowRunRecord } from '../run.ts';
import { type SessionRecord, withRunStatus } from '../session.ts';
import type { Step } from '../workflow.ts';
import { evidenceOfDecision } from './decision-evidence.ts';

export interface DecisionRequest {
  subjectId: string;
  sessionId: string;
  runId: string;
  decision: VerificationDecision;
  reason: string;
  acceptFailedSteps?: string[] | undefined;
}

/**
 * A person's decision on one attempt. Approval makes outputs of extract and enrich steps available,
 * revocation revokes them and restores nothing, and rejection leaves them unavailable.
 */
export async function decideRun(
  context: Context,
  request: DecisionRequest,
): Promise<Change<VerificationDecisionRecord>> {
  const { caller } = context;
  const { sessionId, runId } = request;
  const [{ id: subjectId }, session, run] = await allSettledFirstError([
    readSubject(context, request.subjectId),
    readSession(context, sessionId),
    readWorkflowRun(context, { sessionId, runId }),
  ]);
  const { workflowId, workflowRevision, riskSubjectId, participantKey } = session.record.data;
  if (riskSubjectId !== subjectId) throw refused('session_not_linked', 'The session is not linked to this subject.');
  if (participantKey !== null)
    throw refused('participant_session', 'The session is about a participant, not about a subject.');
  const [attempt, workflow] = await allSettledFirstError([
    findCurrentAttempt(context, { subjectId, workflowId }),
    readWorkflow(context, workflowId, workflowRevision),
  ]);
  const { steps } = workflow.data;
  assertDecidable(run.record, attempt, request.decision);
  if (request.decision === 'approved') assertApprovable(run.record, steps, request);

  const record = decisionOf(context, session.record, request);
  const decided = withDecision(run.record, record);
  const evidence =
    attempt?.runId === runId
      ? await evidenceOfDecision(context, {
          session: session.record,
          run: run.record,
          attempt,
          steps,
          subjectId,
          decision: request.decision,
        })
      : { writes: [], events: [] };
  const { reason, decision } = request;
  const { acceptedFailedSteps } = record.data;
  return {
    writes: [
      createDecision(caller, record),
      replaceWorkflowRun(caller, run, decided),
      replaceSession(caller, session, withRunStatus(session.record, decided)),
      ...evidence.writes,
    ],
    events: [
      announcedEvent(
        'verification.decision.recorded',
        record,
        { sessionId, runId, decision },
        { subjectId, reason, ...(acceptedFailedSteps.length > 0 && { details: { acceptedFailedSteps } }) },
      ),
      ...evidence.events,
    ],
    result: record,
  };
}

function assertDecidable(
  { id, data }: WorkflowRunRecord,
  attempt: CurrentAttempt | undefined,
  decision: VerificationDecision,
): void {
  const state = {
    isCompleted: data.status === 'completed',
    isLatest: attempt?.runId === id,
    decision: data.decision,
  };
  const fault = decisionFault(state, decision);
  if (fault) throw conflict(fault.code, fault.message);
}

/** An approval of failed steps has to name them. */
function assertApprovable(
  { data }: WorkflowRunRecord,
  steps: readonly Step[],
  { acceptFailedSteps = [] }: DecisionRequest,
): void {
  const fault = approvalFault(steps, data, acceptFailedSteps);
  if (fault)
    throw refused(
      fault.code,
      fault.message,
      fault.steps.map((step) => ({
        path: 'acceptFailedSteps',
        message: MESSAGES[fault.code](step),
      })),
    );
}

const MESSAGES: Record<ApprovalFault['code'], (step: string) => string> = {
  nothing_to_approve: (step) => `The step \`${step}\` failed.`,
  failed_steps_not_accepted: (step) => `The step \`${step}\` failed and is not accepted.`,
  step_not_failed: (step) => `The step \`${step}\` did not fail.`,
};

function decisionOf(
  { newId, caller, now }: Context,
  { data: { workflowId, workflowRevision } }: SessionRecord,
  { subjectId, sessionId, runId, decision, reason, acceptFailedSteps = [] }: DecisionRequest,
): VerificationDecisionRecord {
  return {
    id: newId(),
    resource: 'verification-decisions',
    data: {
      subjectId,
      sessionWorkflowId: sessionId,
      workflowRunId: runId,
      workflowId,
      workflowRevision,
      decision,
      reason,
      acceptedFailedSteps: acceptFailedSteps,
      decidedBy: principalOf(caller),
      decidedAt: now.toISOString(),
    },
  };
}

function withDecision(run: WorkflowRunRecord, { id, data }: VerificationDecisionRecord): WorkflowRunRecord {
  const { decision, decidedBy, decidedAt, acceptedFailedSteps } = data;
  const latest = { id, decision, decidedBy, decidedAt, acceptedFailedSteps };
  const decisions = [...run.data.decisions, latest];
  return { ...run, data: { ...run.data, decision, decisions } };
}
