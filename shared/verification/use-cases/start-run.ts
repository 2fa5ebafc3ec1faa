import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { conflict } from '#shared/platform/problem.ts';
import { readState } from '#shared/risk/repository/subject-state.ts';
import { recordFromSources } from '#shared/risk/use-cases/record-evidence.ts';
import { verificationEvent } from '../event.ts';
import { RUNS_PER_SESSION } from '../limits.ts';
import { takenBack } from '../native-evidence.ts';
import { type Attempt, findAttempt, moveAttempt } from '../repository/attempts.ts';
import { createRun } from '../repository/runs.ts';
import { readSession, replaceSession } from '../repository/sessions.ts';
import type { RunRecord } from '../run.ts';
import { type SessionRecord, subjectSpokenOf } from '../session.ts';
import { silencedScreenings } from './silenced-screenings.ts';

/** Starts an attempt. Evidence of earlier attempts of the workflow no longer counts. */
export async function startRun(context: Context, sessionId: string): Promise<Change<RunRecord>> {
  const session = await readSession(context, sessionId);
  const { id, data } = session.record;
  if (data.runs.length >= RUNS_PER_SESSION)
    throw conflict('too_many_runs', `A session has at most ${RUNS_PER_SESSION} attempts.`);

  const run = newRun(context, session.record);
  const { number, status, decision } = run.data;
  const after: SessionRecord = {
    ...session.record,
    data: {
      ...data,
      ...{ status, latestRunId: run.id },
      runs: [...data.runs, { id: run.id, number, status, decision }],
    },
  };
  const subjectId = subjectSpokenOf(data);
  const superseding = subjectId
    ? await supersede(context, subjectId, { workflowId: data.workflowId, sessionId: id, run })
    : { writes: [], events: [] };
  return {
    writes: [
      createRun(context.caller, run),
      replaceSession(context.caller, session, after),
      ...superseding.writes,
    ],
    events: [
      verificationEvent('verification.run.created', run, { subjectId: data.riskSubjectId }),
      ...superseding.events,
    ],
    result: run,
  };
}

function newRun({ newId, now }: Context, { id: sessionId, data }: SessionRecord): RunRecord {
  const id = newId();
  return {
    id,
    resource: 'runs',
    data: {
      ...{ sessionId, workflowRunId: id, number: data.runs.length + 1, status: 'in_progress' },
      ...{ steps: {}, createdAt: now.toISOString(), completedAt: null },
      ...{ decision: null, decisions: [] },
    },
  };
}

const hasSpoken = ({ sources, screenings }: Attempt) => sources.length + screenings.length > 0;

/** Makes the attempt the current one, and withdraws the evidence of the one before. */
async function supersede(
  context: Context,
  subjectId: string,
  { workflowId, sessionId, run }: { workflowId: string; sessionId: string; run: RunRecord },
): Promise<Omit<Change<unknown>, 'result'>> {
  const before = await findAttempt(context, { subjectId, workflowId });
  const next = { workflowId, sessionId, runId: run.id, sources: [], screenings: [] };
  const moved = moveAttempt(context.caller, subjectId, before, next);
  if (!before || !hasSpoken(before)) return { writes: [moved], events: [] };

  const state = await readState(context.store, context.caller, subjectId);
  const by = { observedAt: run.data.createdAt, runId: run.id };
  const said = [
    ...takenBack(before.sources, state.standing, { ...by, status: 'unavailable' }),
    ...(await silencedScreenings(context, before, state.standing, by)),
  ];
  if (said.length === 0) return { writes: [moved], events: [] };
  const evidence = recordFromSources(context, subjectId, state, { said, isBatch: false });
  return { writes: [moved, ...evidence.writes], events: evidence.events };
}
