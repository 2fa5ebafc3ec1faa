import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { conflict, refused } from '#shared/platform/problem.ts';
import { recordEvent } from '#shared/risk/event.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import {
  type Decision,
  decisionFault,
  type VerificationDecisionRecord,
} from '#shared/risk/verification-decision.ts';
import { type Attempt, findAttempt } from '../repository/attempts.ts';
import { createDecision } from '../repository/decisions.ts';
import { readRun, replaceRun } from '../repository/runs.ts';
import { readSession, replaceSession } from '../repository/sessions.ts';
import type { RunRecord } from '../run.ts';
import { inSession, type SessionRecord } from '../session.ts';
import { evidenceOfDecision } from './decision-evidence.ts';

export interface NewDecision {
  subjectId: string;
  sessionId: string;
  runId: string;
  decision: Decision;
  reason: string;
}

/**
 * A person's decision on one attempt. Approval makes outputs of extract and enrich steps available,
 * revocation revokes them and restores nothing, and rejection leaves them unavailable.
 */
export async function decideRun(
  context: Context,
  asked: NewDecision,
): Promise<Change<VerificationDecisionRecord>> {
  const { caller } = context;
  const { sessionId, runId } = asked;
  const [{ id: subjectId }, session, run] = await allSettledFirstError([
    readSubject(context, asked.subjectId),
    readSession(context, sessionId),
    readRun(context, { sessionId, runId }),
  ]);
  const { workflowId, riskSubjectId, participantKey } = session.record.data;
  if (riskSubjectId !== subjectId)
    throw refused('session_not_linked', 'The session is not linked to this subject.');
  if (participantKey !== null)
    throw refused(
      'participant_session',
      'The session is about a participant, not about a subject.',
    );
  const attempt = await findAttempt(context, { subjectId, workflowId });
  assertDecidable(run.record, attempt, asked.decision);

  const record = decisionOf(context, session.record, asked);
  const decided = withDecision(run.record, record);
  const evidence =
    attempt?.runId === runId
      ? await evidenceOfDecision(context, {
          ...{ session: session.record, run: run.record, attempt },
          ...{ subjectId, decision: asked.decision },
        })
      : { writes: [], events: [] };
  const { reason } = asked;
  return {
    writes: [
      createDecision(caller, record),
      replaceRun(caller, run, decided),
      replaceSession(caller, session, inSession(session.record, decided)),
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
  { id, data }: RunRecord,
  attempt: Attempt | undefined,
  decision: Decision,
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
  { subjectId, sessionId, runId, decision, reason }: NewDecision,
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

function withDecision(run: RunRecord, { id, data }: VerificationDecisionRecord): RunRecord {
  const { decision, decidedBy, decidedAt } = data;
  const decisions = [...run.data.decisions, { id, decision, decidedBy, decidedAt }];
  return { ...run, data: { ...run.data, decision, decisions } };
}
