import { isScreeningFact } from '@assay/policy-engine';
import type { Context } from '#shared/platform/context.ts';
import { readReceipts, type SubjectState } from '#shared/risk/index.ts';
import { inForceOf, type MatchesInForce, matchesOn } from '../matches-in-force.ts';
import { runIdIn } from '../provenance.ts';
import { listMatchesInForce } from '../repository/matches-in-force.ts';
import { readRuns } from '../repository/runs.ts';
import { isMoreSerious, parseRiskSource, type ScreeningFact, valueOfMatches } from '../risk-facts.ts';

/** The matches in force of a subject, by run id. */
export interface InForce {
  byRun: Map<string, MatchesInForce>;
  /** Runs of releases that did not store them, which the next change stores. */
  unstored: string[];
}

/**
 * Reads the matches in force of a subject whose state was read before. Releases without these rows recorded facts
 * whose matches are in no row: they are derived from the run that recorded the fact.
 */
export async function readInForce(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  subjectId: string,
  state: SubjectState,
): Promise<InForce> {
  const byRun = await listMatchesInForce(store, caller, subjectId);
  const receiptIds = unexplainedReceipts(state, byRun);
  if (receiptIds.length === 0) return { byRun, unstored: [] };
  const receipts = await readReceipts(store, caller, receiptIds);
  const runIds = [...receipts.values()].flatMap(({ data }) => runIdIn(data.providerRef) ?? []);
  const runs = await readRuns(store, caller, [...new Set(runIds)]);
  const unstored = runs.filter(({ inForce }) => !inForce).map(({ run }) => inForceOf(run));
  for (const inForce of unstored) byRun.set(inForce.runId, inForce);
  return { byRun, unstored: unstored.map(({ runId }) => runId) };
}

/** Limits what the first change after an upgrade reads. */
const DERIVED_RUNS = 20;

/** Current receipts whose value is more serious than the matches in force explain. */
function unexplainedReceipts({ currentReceipts }: SubjectState, byRun: ReadonlyMap<string, MatchesInForce>): string[] {
  return currentScreeningFacts(currentReceipts)
    .filter(({ fact, source, receipt }) => {
      const matches = matchesOn(source.lists, byRun.values());
      const value = typeof receipt.value === 'string' ? receipt.value : null;
      const explained = valueOfMatches(fact, source.policy, matches);
      return !isFavourable(value) && isMoreSerious(fact, value, explained);
    })
    .map(({ receipt }) => receipt.id)
    .slice(0, DERIVED_RUNS);
}

const isFavourable = (value: string | null) => value === null || value === 'clear' || value === 'none';

/** The screening facts of a subject, with their sources. */
export const currentScreeningFacts = (currentReceipts: SubjectState['currentReceipts']) =>
  [...currentReceipts].flatMap(([name, facts]) => {
    const source = parseRiskSource(name);
    if (!source) return [];
    return [...facts].flatMap(([fact, receipt]) =>
      isScreeningFact(fact) ? [{ fact: fact as ScreeningFact['fact'], name, source, receipt }] : [],
    );
  });
