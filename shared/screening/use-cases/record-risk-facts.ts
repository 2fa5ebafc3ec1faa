import { refused } from '@assay/foundation';
import type { NewEvent, Write } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { readState, recordFromSources, type Submission } from '#shared/risk/index.ts';
import { CHANGED_EARLIER_RUNS, DEFAULT_LOOKBACK_MONTHS, NOTICED_MATCHES, OPEN_RUNS_PER_SUBJECT } from '../limits.ts';
import { kindOf } from '../lists/list.ts';
import {
  afterLaterRun,
  hasOpen,
  inForceOf,
  isCoveredBy,
  isNothingInForce,
  type MatchesInForce,
  type MatchInForce,
  matchesOn,
  withoutOpen,
  withoutRepeated,
} from '../matches-in-force.ts';
import { referenceToRun, screeningProvenance } from '../provenance.ts';
import { replaceMatchesInForce } from '../repository/matches-in-force.ts';
import {
  isMoreSerious,
  isRecorded,
  type ParsedSource,
  riskFacts,
  type ScreeningFact,
  type Value,
  valueOfMatches,
  withMatchesInForce,
} from '../risk-facts.ts';
import type { RunNotice } from '../run.ts';
import type { StoredRun } from '../stored-run.ts';
import { type InForce, readInForce } from './read-in-force.ts';
import { requestReviews } from './request-reviews.ts';

/** The facts that the matches of a run alone give, for policies to read. */
export const factsOf = ({ run, isIncomplete }: StoredRun): ScreeningFact[] =>
  riskFacts({
    sources: run.sources.map((source) => ({ key: source.key, listKind: kindOf(source) })),
    policy: run.policy,
    lookbackMonths: run.policy.pepLookbackMonths ?? DEFAULT_LOOKBACK_MONTHS,
    hasFailed: run.status === 'error',
    isIncomplete,
    matches: run.matches.map(({ score, decision, listKind, pep, entry }) => ({
      score,
      decision,
      listKind,
      pepStanding: pep?.standing ?? null,
      measures: entry?.measures,
    })),
  });

export const submissionOf = (
  { fact, source, status, value }: ScreeningFact,
  { observedAt, providerRef }: { observedAt: string; providerRef: string | null },
): Submission => ({
  provenance: screeningProvenance(source),
  items: [{ fact, status, value, observedAt, providerRef }],
});

export interface RecordedFacts {
  writes: readonly Write[];
  events: readonly NewEvent[];
  stored: StoredRun;
}

/**
 * Records the facts of a new run on its risk subject. Matches of earlier runs that are in force keep a fact at their
 * value if the run alone would weaken it; the run and the history say so.
 */
export async function recordRiskFacts(
  context: Context,
  subjectId: string,
  screened: StoredRun,
): Promise<RecordedFacts> {
  const { store, caller } = context;
  const state = await readState(store, caller, subjectId);
  const before = await readInForce(context, subjectId, state);
  const { requested, byRun } = await requestReviews(context, screened.run, before.byRun);
  const { earlier, changed } = afterRun({ ...before, byRun }, before.byRun, screened);

  const own = factsOf(screened).filter((fact) => isRecorded(fact, screened.run.riskSources));
  const judged = own.map((fact) => {
    const lists = screened.run.sources.map(({ key }) => key);
    const matches = matchesOn(lists, earlier);
    return { own: fact, matches, fact: withMatchesInForce(fact, screened.run.policy, matches) };
  });
  const kept = judged.filter(({ own: alone, fact }) => alone.value !== fact.value);
  const named = kept.map((one) => ({ ...one, named: decisive(one, screened.run.policy) }));

  const { writes, events, records } = recordFromSources(context, subjectId, state, {
    submissions: judged.map(({ fact }) =>
      submissionOf(fact, {
        observedAt: screened.run.createdAt,
        providerRef: referenceToRun(screened.run.id),
      }),
    ),
    isBatch: false,
  });
  const stored: StoredRun = {
    ...screened,
    run: {
      ...screened.run,
      notices: [
        ...screened.run.notices,
        ...named.flatMap(({ fact, named: some }) => some.map((match) => noticeOf(fact, match))),
      ],
    },
    receipts: Object.fromEntries(records.map(({ id, data }) => [data.fact, id])),
    inForce: true,
  };
  return {
    writes: [
      ...writes,
      ...requested.writes,
      ...changed.map((inForce) => replaceMatchesInForce(caller, subjectId, inForce)),
    ],
    events: [
      ...events,
      ...named.map(({ own: alone, fact, named: some }) =>
        keptEvent(fact, some, { runId: screened.run.id, subjectId, found: alone.value }),
      ),
      ...requested.events,
    ],
    stored,
  };
}

/** The matches in force of earlier runs once a run is stored, and the rows that change. */
function afterRun(
  { byRun, unstored }: InForce,
  stored: ReadonlyMap<string, MatchesInForce>,
  screened: StoredRun,
): { earlier: MatchesInForce[]; changed: MatchesInForce[] } {
  const own = withoutRepeated(inForceOf(screened.run), screened.run, stored);
  const replaced = [...byRun.values()].map((before) => afterLaterRun(before, screened));
  const isFull = hasOpen(own) && replaced.filter(hasOpen).length >= OPEN_RUNS_PER_SUBJECT;
  const fitted = isFull ? replaced.map((one) => (isCoveredBy(screened.run, one) ? withoutOpen(one) : one)) : replaced;
  if (isFull && fitted.filter(hasOpen).length >= OPEN_RUNS_PER_SUBJECT)
    throw refused(
      'too_many_open_matches',
      `The subject has undecided matches of ${OPEN_RUNS_PER_SUBJECT} runs with other data. Decide them, and screen again.`,
    );
  const isChanged = (after: MatchesInForce) =>
    unstored.includes(after.runId) || JSON.stringify(after) !== JSON.stringify(stored.get(after.runId));
  // What is not changed now stays in force as it was: the next run changes it.
  const changed = new Set(fitted.filter(isChanged).slice(0, CHANGED_EARLIER_RUNS));
  const earlier = fitted.map((after) =>
    changed.has(after) || !isChanged(after) ? after : (byRun.get(after.runId) ?? after),
  );
  return { earlier, changed: [...changed, ...(isNothingInForce(own) ? [] : [own])] };
}

/** Of each earlier run, the match that gives a fact a more serious value than it has without. */
export function decisive(
  { own, matches }: { own: ScreeningFact; matches: readonly MatchInForce[] },
  policy: ParsedSource['policy'],
): MatchInForce[] {
  const serious = matches.filter((match) =>
    isMoreSerious(own.fact, valueOfMatches(own.fact, policy, [match]), own.value),
  );
  const firstOfRun = new Map(serious.toReversed().map((match) => [match.runId, match]));
  return serious.filter((match) => firstOfRun.get(match.runId) === match).slice(0, NOTICED_MATCHES);
}

const codeOf = ({ decision }: MatchInForce) =>
  decision === 'confirmed' ? 'earlier_match_confirmed' : 'earlier_match_open';

const inWords = (value: Value) => (Array.isArray(value) ? value.join(', ') : value);

export const noticeOf = ({ fact, value }: ScreeningFact, match: MatchInForce): RunNotice => ({
  code: codeOf(match),
  message:
    match.decision === 'confirmed'
      ? `\`${fact}\` stays \`${inWords(value)}\`, because a match of an earlier run is confirmed. It stays in force until an owner or admin decides it otherwise.`
      : `\`${fact}\` stays \`${inWords(value)}\`, because a match of an earlier run is undecided and this run does not replace it. Decide that match.`,
  runId: match.runId,
  matchId: match.matchId,
});

/** Recorded in the history only, not delivered to webhooks. */
export const keptEvent = (
  { fact, source, value }: ScreeningFact,
  matches: readonly MatchInForce[],
  about: { runId: string; subjectId: string; found: Value },
): NewEvent => ({
  type: 'screening.fact.kept',
  resource: 'screening-runs',
  resourceId: about.runId,
  subjectId: about.subjectId,
  details: {
    fact,
    source,
    value,
    found: about.found,
    earlier: matches.map((match) => ({
      code: codeOf(match),
      runId: match.runId,
      matchId: match.matchId,
    })),
  },
  announced: false,
});
