import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { VerificationDecision } from '#shared/risk/contract.ts';
import { needsApproval, readState, recordFromSources, type SubjectState, type Submission } from '#shared/risk/index.ts';
import { evidenceItemsOf, nativeProvenance, sourceOfStep, withdrawals } from '../native-evidence.ts';
import { type CurrentAttempt, replaceCurrentAttempt } from '../repository/current-attempts.ts';
import { readOutputs } from '../repository/runs.ts';
import { resultOf, type WorkflowRunRecord } from '../run.ts';
import type { SessionRecord } from '../session.ts';
import type { Step } from '../workflow.ts';

interface DecidedRun {
  session: SessionRecord;
  run: WorkflowRunRecord;
  attempt: CurrentAttempt;
  subjectId: string;
  decision: VerificationDecision;
  /** Of the revision of the session. */
  steps: readonly Step[];
}

/**
 * Evidence of a decision on the current attempt. Evidence of other attempts is already withdrawn.
 */
export async function evidenceOfDecision(
  context: Context,
  about: DecidedRun,
): Promise<Omit<Change<unknown>, 'result'>> {
  const { attempt, subjectId } = about;
  const state = await readState(context.store, context.caller, subjectId);
  const submissions = (await submissionsFor(context, about, state)).filter(({ items }) => items.length > 0);
  const attemptWrite = replaceCurrentAttempt(context.caller, subjectId, attempt, attempt);
  if (submissions.length === 0) return { writes: [attemptWrite], events: [] };
  const evidence = recordFromSources(context, subjectId, state, { submissions, isBatch: false });
  return { writes: [attemptWrite, ...evidence.writes], events: evidence.events };
}

async function submissionsFor(
  context: Context,
  { session, run, decision, steps }: DecidedRun,
  { currentReceipts }: SubjectState,
): Promise<Submission[]> {
  if (decision === 'rejected') return [];
  const waiting = steps.filter(({ type }) => needsApproval(type));
  if (decision === 'approved') return approvedSubmissions(context, { session, run }, waiting);
  const sources = waiting.map(({ key }) => sourceOfStep(session.data, key));
  const observedAt = context.now.toISOString();
  return withdrawals(sources, currentReceipts, { status: 'revoked', observedAt, runId: run.id });
}

/** Outputs that become available. Missing outputs stay unavailable and are not recorded again. */
async function approvedSubmissions(
  context: Context,
  { session, run }: Pick<DecidedRun, 'session' | 'run'>,
  steps: readonly Step[],
): Promise<Submission[]> {
  const outputs = await readOutputs(
    context,
    run.id,
    steps.map(({ key }) => key),
  );
  return steps.flatMap((step) => {
    const result = resultOf(run.data, step.key);
    if (!result) return [];
    const report = { ...result, outputs: outputs.get(step.key) ?? {} };
    const items = evidenceItemsOf(step, report, { runId: run.id, isApproved: true });
    const provenance = nativeProvenance(sourceOfStep(session.data, step.key));
    return [{ provenance, items: items.filter(({ status }) => status === 'available') }];
  });
}
