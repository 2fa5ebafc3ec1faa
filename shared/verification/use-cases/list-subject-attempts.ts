import type { Context } from '#shared/platform/context.ts';
import { canonicalSource } from '#shared/risk/contract.ts';
import { readReceipts, readState, readSubject, type SubjectState } from '#shared/risk/index.ts';
import type { SubjectAttempt } from '../attempt.ts';
import { findChecks } from '../repository/checks.ts';
import { type CurrentAttempt, listCurrentAttempts } from '../repository/current-attempts.ts';
import { readWorkflowRun } from '../repository/runs.ts';
import { readSession } from '../repository/sessions.ts';
import { readWorkflow } from '../repository/workflows.ts';

/** The current attempt of each workflow for a subject, newest first. */
export async function listSubjectAttempts(context: Context, subjectId: string): Promise<SubjectAttempt[]> {
  const { store, caller } = context;
  const { id } = await readSubject(context, subjectId);
  const attempts = await listCurrentAttempts(context, id);
  if (attempts.length === 0) return [];
  // Read after the attempts, so that the evidence is at least as new.
  const state = await readState(store, caller, id);
  const newestFirst = attempts.toSorted((a, b) => (a.runId < b.runId ? 1 : -1));
  return Promise.all(newestFirst.map((attempt) => presentAttempt(context, attempt, state)));
}

async function presentAttempt(context: Context, attempt: CurrentAttempt, state: SubjectState): Promise<SubjectAttempt> {
  const { store, caller } = context;
  const { sessionId, runId, workflowId } = attempt;
  const [{ record: session }, { record: run }, receipts] = await Promise.all([
    readSession(context, sessionId),
    readWorkflowRun(context, { sessionId, runId }),
    readReceipts(store, caller, receiptIdsOf(attempt, state)),
  ]);
  const [workflow, checks] = await Promise.all([
    readWorkflow(context, workflowId, session.data.workflowRevision),
    findChecks(
      context,
      session.data.checks.map(({ id }) => id),
    ),
  ]);
  const earlier = await Promise.all((attempt.earlier ?? []).map((one) => readEarlier(context, one)));
  const { key, revision, steps } = workflow.data;
  const facts = steps.flatMap(({ outputs }) => outputs.map((output) => output.key));
  const known = await readReceipts(store, caller, idsFromOthers(attempt, state, facts));
  return {
    workflow: { id: workflowId, key, revision, steps: steps.map((step) => ({ key: step.key, type: step.type })) },
    session,
    run,
    checks,
    evidence: [...receipts.values()],
    ...(earlier.length > 0 && { earlier }),
    ...(known.size > 0 && { known: [...known.values()] }),
  };
}

async function readEarlier(context: Context, { sessionId, runId }: { sessionId: string; runId: string }) {
  const [session, run] = await Promise.all([
    readSession(context, sessionId),
    readWorkflowRun(context, { sessionId, runId }),
  ]);
  return { session: session.record, run: run.record };
}

/** Ids of the current receipts from the sources of an attempt. */
function receiptIdsOf({ sources, screenings }: CurrentAttempt, { currentReceipts }: SubjectState): string[] {
  const own = sources.flatMap((source) => [...(currentReceipts.get(canonicalSource(source))?.values() ?? [])]);
  const screened = screenings.flatMap(
    ({ source, fact }) => currentReceipts.get(canonicalSource(source))?.get(fact) ?? [],
  );
  return [...new Set([...own, ...screened].map(({ id }) => id))];
}

/** Ids of the available receipts of other sources about facts that the attempt reports as well. */
function idsFromOthers(
  { sources }: CurrentAttempt,
  { currentReceipts }: SubjectState,
  facts: readonly string[],
): string[] {
  const own = new Set(sources.map(canonicalSource));
  return [...currentReceipts]
    .filter(([source]) => !own.has(source))
    .flatMap(([, receipts]) => facts.flatMap((fact) => receipts.get(fact) ?? []))
    .filter(({ status }) => status === 'available')
    .map(({ id }) => id);
}
