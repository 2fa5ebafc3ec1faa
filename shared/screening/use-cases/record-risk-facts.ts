import type { Context } from '#shared/platform/context.ts';
import {
  readState,
  recordFromSources,
  type SubjectState,
  type Submission,
} from '#shared/risk/index.ts';
import { DEFAULT_LOOKBACK_MONTHS } from '../limits.ts';
import { listKindOf } from '../lists/list.ts';
import { referenceToRun, screeningProvenance } from '../provenance.ts';
import { riskFacts, type ScreeningFact } from '../risk-facts.ts';
import type { ScreeningRun } from '../run.ts';
import type { StoredRun } from '../stored-run.ts';

/** The facts of a run about its risk subject, for policies to read. */
export const factsOf = ({ run, isIncomplete }: StoredRun): ScreeningFact[] =>
  riskFacts({
    sources: run.sources.map(({ key }) => ({ key, listKind: listKindOf(key) })),
    policy: run.policy,
    lookbackMonths: run.policy.pepLookbackMonths ?? DEFAULT_LOOKBACK_MONTHS,
    hasFailed: run.status === 'error',
    isIncomplete,
    matches: run.matches.map(({ score, decision, listKind, pep }) => ({
      ...{ score, decision, listKind, pepStanding: pep?.standing ?? null },
    })),
  });

const submissionOf = (
  run: ScreeningRun,
  { fact, source, status, value }: ScreeningFact,
): Submission => ({
  provenance: screeningProvenance(source),
  items: [{ fact, status, value, observedAt: run.createdAt, providerRef: referenceToRun(run.id) }],
});

/** Records the facts of a new run on its risk subject. */
export async function recordRiskFacts(context: Context, subjectId: string, stored: StoredRun) {
  const state = await readState(context.store, context.caller, subjectId);
  return record(context, { subjectId, state }, stored, factsOf(stored));
}

/**
 * Records the facts of a run again after a decision, but only if the run's receipts are still the
 * latest. An older run never overwrites a newer one, and a run that recorded no facts does not
 * start to.
 */
export async function correctRiskFacts(context: Context, subjectId: string, stored: StoredRun) {
  const state = await readState(context.store, context.caller, subjectId);
  const hasLastWord = ({ fact, source }: ScreeningFact) => {
    const current = state.currentReceipts.get(source)?.get(fact);
    return current !== undefined && current.id === stored.receipts[fact];
  };
  return record(context, { subjectId, state }, stored, factsOf(stored).filter(hasLastWord));
}

function record(
  context: Context,
  { subjectId, state }: { subjectId: string; state: SubjectState },
  stored: StoredRun,
  facts: readonly ScreeningFact[],
) {
  if (facts.length === 0) return { writes: [], events: [], stored };
  const { writes, events, records } = recordFromSources(context, subjectId, state, {
    submissions: facts.map((fact) => submissionOf(stored.run, fact)),
    isBatch: false,
  });
  const receipts = Object.fromEntries(records.map(({ id, data }) => [data.fact, id]));
  return { writes, events, stored: { ...stored, receipts: { ...stored.receipts, ...receipts } } };
}
