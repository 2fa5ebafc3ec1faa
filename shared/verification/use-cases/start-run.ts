import { conflict } from '@assay/foundation';
import type { Change, Write } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { readState, recordFromSources } from '#shared/risk/index.ts';
import { verificationEvent } from '../event.ts';
import { RUNS_PER_SESSION } from '../limits.ts';
import { withdrawals } from '../native-evidence.ts';
import {
  type CurrentAttempt,
  earlierSessions,
  findCurrentAttempt,
  replaceCurrentAttempt,
} from '../repository/current-attempts.ts';
import { createWorkflowRun, readWorkflowRun, replaceWorkflowRun } from '../repository/runs.ts';
import { readSession, replaceSession } from '../repository/sessions.ts';
import { supersededRun, type WorkflowRunRecord } from '../run.ts';
import { evidenceSubjectOf, type SessionRecord, withRunStatus } from '../session.ts';
import { assertNotExpired } from './assert-not-expired.ts';
import { withdrawnScreenings } from './withdrawn-screenings.ts';

/** Starts an attempt. Evidence of earlier attempts of the workflow no longer counts. */
export async function startRun(context: Context, sessionId: string): Promise<Change<WorkflowRunRecord>> {
  const session = await readSession(context, sessionId);
  const { id, data } = session.record;
  if (data.runs.length >= RUNS_PER_SESSION)
    throw conflict('too_many_runs', `A session has at most ${RUNS_PER_SESSION} attempts.`);

  assertNotExpired(session.record, context.now);

  const run = newRun(context, session.record);
  const { number, status, decision } = run.data;
  const before = await endedRun(context, { sessionId: id, runId: data.latestRunId });
  const { runs } = before ? withRunStatus(session.record, before.ended).data : data;
  const after: SessionRecord = {
    ...session.record,
    data: { ...data, status, latestRunId: run.id, runs: [...runs, { id: run.id, number, status, decision }] },
  };
  const subjectId = evidenceSubjectOf(data);
  const superseding = subjectId
    ? await supersede(context, subjectId, { workflowId: data.workflowId, sessionId: id, run })
    : { writes: [], events: [] };
  return {
    writes: [
      createWorkflowRun(context.caller, run),
      replaceSession(context.caller, session, after),
      ...(before ? [before.write] : []),
      ...superseding.writes,
    ],
    events: [
      verificationEvent('verification.run.created', run, { subjectId: data.riskSubjectId }),
      ...superseding.events,
    ],
    result: run,
  };
}

function newRun({ newId, now }: Context, { id: sessionId, data }: SessionRecord): WorkflowRunRecord {
  const id = newId();
  return {
    id,
    resource: 'runs',
    data: {
      sessionId,
      workflowRunId: id,
      number: data.runs.length + 1,
      status: 'in_progress',
      steps: {},
      createdAt: now.toISOString(),
      completedAt: null,
      decision: null,
      decisions: [],
    },
  };
}

/** The attempt, ended because a newer one begins; undefined if there is none in progress. */
async function endedRun(
  context: Context,
  { sessionId, runId }: { sessionId: string; runId: string | null },
): Promise<{ ended: WorkflowRunRecord; write: Write } | undefined> {
  const stored = runId === null ? undefined : await readWorkflowRun(context, { sessionId, runId });
  const ended = stored && supersededRun(stored.record);
  return stored && ended && { ended, write: replaceWorkflowRun(context.caller, stored, ended) };
}

const hasEvidence = ({ sources, screenings }: CurrentAttempt) => sources.length + screenings.length > 0;

/** Makes the attempt the current one, and withdraws the evidence of the one before. */
async function supersede(
  context: Context,
  subjectId: string,
  { workflowId, sessionId, run }: { workflowId: string; sessionId: string; run: WorkflowRunRecord },
): Promise<Omit<Change<unknown>, 'result'>> {
  const before = await findCurrentAttempt(context, { subjectId, workflowId });
  const earlier = earlierSessions(before, sessionId);
  const next = { workflowId, sessionId, runId: run.id, sources: [], screenings: [], ...(earlier && { earlier }) };
  const attemptWrite = replaceCurrentAttempt(context.caller, subjectId, before, next);
  if (!before || !hasEvidence(before)) return { writes: [attemptWrite], events: [] };

  const state = await readState(context.store, context.caller, subjectId);
  const by = { observedAt: run.data.createdAt, runId: run.id };
  const { screenings } = before;
  const screened = await withdrawnScreenings(context, { subjectId, screenings }, state, by);
  const submissions = [
    ...withdrawals(before.sources, state.currentReceipts, { ...by, status: 'unavailable' }),
    ...screened.submissions,
  ];
  if (submissions.length === 0) return { writes: [attemptWrite], events: [] };
  const evidence = recordFromSources(context, subjectId, state, { submissions, isBatch: false });
  return { writes: [attemptWrite, ...evidence.writes], events: [...evidence.events, ...screened.events] };
}
