import { conflict, refused } from '@assay/foundation';
import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { VerificationDecision } from '#shared/risk/contract.ts';
import {
  decisionFault,
  readSubject,
  recordEvent,
  type VerificationDecisionRecord,
} from '#shared/risk/index.ts';
import { type CurrentAttempt, findCurrentAttempt } from '../repository/current-attempts.ts';
import { createDecision } from '../repository/decisions.ts';
import { readWorkflowRun, replaceWorkflowRun } from '../repository/runs.ts';
import { readSession, replaceSession } from '../repository/sessions.ts';
import type { WorkflowRunRecord } from '../run.ts';
import { type SessionRecord, withRunStatus } from '../session.ts';
import { evidenceOfDecision } from './decision-evidence.ts';

export interface DecisionRequest {
  subjectId: string;
  sessionId: string;
  runId: string;
  decision: VerificationDecision;
  reason: string;
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
  const { workflowId, riskSubjectId, participantKey } = session.record.data;
  if (riskSubjectId !== subjectId)
    throw refused('session_not_linked', 'The session is not linked to this subject.');
  if (participantKey !== null)
    throw refused(
      'participant_session',
      'The session is about a participant, not about a subject.',
    );
  const attempt = await findCurrentAttempt(context, { subjectId, workflowId });
  assertDecidable(run.record, attempt, request.decision);

  const record = decisionOf(context, session.record, request);
  const decided = withDecision(run.record, record);
  const evidence =
    attempt?.runId === runId
      ? await evidenceOfDecision(context, {
          ...{ session: session.record, run: run.record, attempt },
          ...{ subjectId, decision: request.decision },
        })
      : { writes: [], events: [] };
  const { reason } = request;
  return {
    writes: [
      createDecision(caller, record),
      replaceWorkflowRun(caller, run, decided),
      replaceSession(caller, session, withRunStatus(session.record, decided)),
      ...evidence.writes,
    ],
    events: [
      recordEvent('risk.verification_decision.recorded', record, { subjectId, reason }),
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

function decisionOf(
  { newId, caller, now }: Context,
  { data: { workflowId, workflowRevision } }: SessionRecord,
  { subjectId, sessionId, runId, decision, reason }: DecisionRequest,
): VerificationDecisionRecord {
  return {
    id: newId(),
    resource: 'verification-decisions',
    data: {
      ...{ subjectId, sessionWorkflowId: sessionId, workflowRunId: runId },
      ...{ workflowId, workflowRevision, decision, reason },
      ...{ decidedBy: principalOf(caller), decidedAt: now.toISOString() },
    },
  };
}

function withDecision(
  run: WorkflowRunRecord,
  { id, data }: VerificationDecisionRecord,
): WorkflowRunRecord {
  const { decision, decidedBy, decidedAt } = data;
  const decisions = [...run.data.decisions, { id, decision, decidedBy, decidedAt }];
  return { ...run, data: { ...run.data, decision, decisions } };
}
