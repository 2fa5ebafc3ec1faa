import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { readSourceState, recordEvidence } from '#shared/risk/index.ts';
import { evidenceItemsOf, nativeProvenance, sourceOfStep } from '../native-evidence.ts';
import { findIfCurrent, replaceCurrentAttempt } from '../repository/current-attempts.ts';
import type { StepReport } from '../run.ts';
import type { SessionRecord } from '../session.ts';
import type { Step } from '../workflow.ts';

/** Evidence of a step that was just reported. */
export async function evidenceOfStep(
  context: Context,
  subjectId: string,
  about: { session: SessionRecord; runId: string; step: Step; report: StepReport },
): Promise<Omit<Change<unknown>, 'result'>> {
  const { session, runId, step, report } = about;
  const { store, caller } = context;
  const items = evidenceItemsOf(step, report, { runId, isApproved: false });
  const { workflowId } = session.data;
  const attempt = await findIfCurrent(context, { subjectId, workflowId, runId });
  if (!attempt || items.length === 0) return { writes: [], events: [] };

  const source = sourceOfStep(session.data, step.key);
  const state = await readSourceState(store, caller, { subjectId, source });
  const submission = { provenance: nativeProvenance(source), items, isBatch: false };
  const evidence = recordEvidence(context, subjectId, state, submission);
  const next = { ...attempt, sources: [...new Set([...attempt.sources, source])] };
  return {
    writes: [replaceCurrentAttempt(caller, subjectId, attempt, next), ...evidence.writes],
    events: evidence.events,
  };
}
