import type { Context } from '#shared/platform/context.ts';
import { advanceVersion, readReceipts, readState, recordFromSources, type SubjectState } from '#shared/risk/index.ts';
import { afterDecision, type MatchesInForce, matchesOn } from '../matches-in-force.ts';
import { runIdIn } from '../provenance.ts';
import { replaceMatchesInForce } from '../repository/matches-in-force.ts';
import { findRun } from '../repository/runs.ts';
import { isSameValue, type ScreeningFact, valueOfMatches, withMatchesInForce } from '../risk-facts.ts';
import type { StoredRun } from '../stored-run.ts';
import { currentScreeningFacts, readInForce } from './read-in-force.ts';
import { factsOf, type RecordedFacts, submissionOf } from './record-risk-facts.ts';

type CurrentFact = ReturnType<typeof currentScreeningFacts>[number];

/**
 * Records facts again after a decision on a match of a run. Each follows the latest run of its source and the matches
 * of other runs that are in force. A run that never was evidence of its subject does not start to be.
 */
export async function correctRiskFacts(
  context: Context,
  subjectId: string,
  { stored, mostFacts }: { stored: StoredRun; mostFacts: number },
): Promise<RecordedFacts> {
  if (!stored.inForce && Object.keys(stored.receipts).length === 0) return { writes: [], events: [], stored };
  const { store, caller } = context;
  const state = await readState(store, caller, subjectId);
  const { byRun, unstored } = await readInForce(context, subjectId, state);
  const decided = afterDecision(byRun.get(stored.run.id), stored.run);
  const after = new Map([...byRun, [decided.runId, decided]]);

  const corrected = await correctedFacts(context, stored, { state, before: byRun, after, mostFacts });
  const rows = [...new Set([...unstored, decided.runId])].flatMap((id) => after.get(id) ?? []);
  const inForce = rows.map((row) => replaceMatchesInForce(caller, subjectId, row));
  const marked: StoredRun = { ...stored, inForce: true };
  if (corrected.length === 0)
    return {
      writes: [advanceVersion(caller, subjectId, state.version), ...inForce],
      events: [],
      stored: marked,
    };
  const { writes, events, records } = recordFromSources(context, subjectId, state, {
    submissions: corrected.map(({ fact, about }) => submissionOf(fact, about)),
    isBatch: false,
  });
  const own = records.filter((_, index) => corrected[index]?.isOwn);
  const receipts = Object.fromEntries(own.map(({ id, data }) => [data.fact, id]));
  return {
    writes: [...writes, ...inForce],
    events,
    stored: { ...marked, receipts: { ...stored.receipts, ...receipts } },
  };
}

interface Corrected {
  fact: ScreeningFact;
  about: { observedAt: string; providerRef: string | null };
  /** Whether the decided run is the latest of the source. */
  isOwn: boolean;
}

async function correctedFacts(
  { store, caller }: Context,
  stored: StoredRun,
  {
    state,
    before,
    after,
    mostFacts,
  }: {
    state: SubjectState;
    before: ReadonlyMap<string, MatchesInForce>;
    after: ReadonlyMap<string, MatchesInForce>;
    mostFacts: number;
  },
): Promise<Corrected[]> {
  const ownSources = new Set(factsOf(stored).map(({ fact, source }) => `${fact} ${source}`));
  const isOfOwnSource = ({ fact, name }: CurrentFact) => ownSources.has(`${fact} ${name}`);
  const current = currentScreeningFacts(state.currentReceipts)
    .filter((one) => isOfOwnSource(one) || hasMoved(one, before, after))
    .toSorted(
      (a, b) =>
        Number(isOfOwnSource(b)) - Number(isOfOwnSource(a)) || (a.receipt.observedAt < b.receipt.observedAt ? 1 : -1),
    )
    .slice(0, mostFacts);
  const receipts = await readReceipts(
    store,
    caller,
    current.map(({ receipt }) => receipt.id),
  );
  const latestRuns = new Map<string, Promise<StoredRun | undefined>>([[stored.run.id, Promise.resolve(stored)]]);
  const readLatest = (id: string) => {
    const known = latestRuns.get(id) ?? findRun(store, caller, id).then((found) => found?.stored);
    latestRuns.set(id, known);
    return known;
  };
  const corrected = await Promise.all(
    current.map(async ({ fact, name, source, receipt }): Promise<Corrected[]> => {
      const recorded = receipts.get(receipt.id)?.data;
      if (!recorded) return [];
      const latestId = runIdIn(recorded.providerRef);
      const latest = latestId === undefined ? undefined : await readLatest(latestId);
      const alone = latest && factsOf(latest).find((one) => one.fact === fact);
      // The attempt of the latest screening was superseded: without a match in force there is no evidence.
      const withdrawn = { fact, source: name, status: 'unavailable' as const, value: null };
      const others = [...after.values()].filter(({ runId }) => runId !== latestId);
      const now = withMatchesInForce(
        { ...(alone ?? withdrawn), source: name },
        source.policy,
        matchesOn(source.lists, others),
      );
      const isOwn = latestId === stored.run.id;
      if (!isOwn && now.status === recorded.status && isSameValue(now.value, recorded.value)) return [];
      const { observedAt, providerRef } = recorded;
      return [{ fact: now, about: { observedAt, providerRef }, isOwn }];
    }),
  );
  return corrected.flat();
}

/** Whether the decision changes the value that the matches in force give to a fact. */
function hasMoved(
  { fact, source }: CurrentFact,
  before: ReadonlyMap<string, MatchesInForce>,
  after: ReadonlyMap<string, MatchesInForce>,
): boolean {
  const valueIn = (inForce: ReadonlyMap<string, MatchesInForce>) =>
    valueOfMatches(fact, source.policy, matchesOn(source.lists, inForce.values()));
  return !isSameValue(valueIn(before), valueIn(after));
}
