import { runStatus } from '@assay/watchlist';
import { principalOf } from '#shared/platform/caller.ts';
import type { Change, NewEvent } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { closeProposal } from '#shared/platform/proposals.ts';
import { entryOf } from '../events.ts';
import { FACTS_PER_DECISION } from '../limits.ts';
import { type MatchProposal, openProposalOf } from '../match-proposal.ts';
import { decisionWrites } from '../repository/match-decisions.ts';
import { type FoundRun, replaceRun } from '../repository/runs.ts';
import type { ScreeningRun } from '../run.ts';
import type { NewDecision } from '../run-decision.ts';
import type { StoredRun } from '../stored-run.ts';
import { correctRiskFacts } from './correct-risk-facts.ts';
import { rememberDecisions, rowsToRemember } from './remember-decisions.ts';

/** Rows of a transaction that each further decision takes, and further facts that there is always room for. */
const ROWS_PER_DECISION = 2;
const LEAST_FACTS = 2;

export interface DecidedMatch {
  matchId: string;
  /** The open proposal that the decision accepts, if any. */
  accepted: MatchProposal | undefined;
}

/**
 * Records the same decision on matches of one run in one change: the run with a trail entry for each, its risk facts
 * and the history. The rules for each match were checked before.
 */
export async function recordDecisions(
  context: Context,
  { found, before }: { found: FoundRun; before: StoredRun },
  decided: readonly DecidedMatch[],
  { decision, reason }: Pick<NewDecision, 'decision' | 'reason'>,
): Promise<Change<ScreeningRun>> {
  const { caller, now } = context;
  const { run } = before;
  const [decidedBy, decidedAt] = [principalOf(caller), now.toISOString()];
  const entries = decided.map(({ matchId, accepted }) => ({
    matchId,
    decision,
    reason,
    decidedBy,
    decidedAt,
    proposalId: accepted?.id ?? null,
    proposedBy: accepted?.proposedBy ?? null,
  }));
  const proposals = decided.reduce((open, { matchId, accepted }) => {
    const status = accepted ? ('accepted' as const) : ('superseded' as const);
    return closeProposal(open, openProposalOf(open, matchId), { status, closedBy: decidedBy, closedAt: decidedAt });
  }, before.proposals ?? []);
  const isDecided = (id: string) => decided.some(({ matchId }) => matchId === id);
  const matches = run.matches.map((match) =>
    isDecided(match.id) ? { ...match, decision, reviewReason: undefined, rememberedFrom: undefined } : match,
  );
  const stored: StoredRun = {
    ...before,
    proposals,
    run: {
      ...run,
      matches,
      decisions: [...run.decisions, ...entries],
      status: runStatus({
        hasFailed: run.errorCode !== null,
        matches,
        isIncomplete: run.incomplete,
        policy: run.policy,
      }),
    },
  };
  const rowsEach = ROWS_PER_DECISION + rowsToRemember(stored);
  const mostFacts = Math.max(LEAST_FACTS, FACTS_PER_DECISION - rowsEach * (decided.length - 1));
  const recorded = run.riskSubjectId
    ? await correctRiskFacts(context, run.riskSubjectId, { stored, mostFacts })
    : { writes: [], events: [], stored };
  return {
    writes: [
      ...replaceRun(caller, found, recorded.stored),
      ...decisionWrites(caller, recorded.stored.run, decided.length),
      ...(await rememberDecisions(context, recorded.stored, entries)),
      ...recorded.writes,
    ],
    events: [...entries.map((entry) => decisionEvent(recorded.stored, entry)), ...recorded.events],
    result: recorded.stored.run,
  };
}

/** Recorded in the history only, not delivered to webhooks. */
const decisionEvent = (
  { run }: StoredRun,
  { matchId, decision, reason, proposalId, proposedBy }: ScreeningRun['decisions'][number],
): NewEvent => ({
  type: 'screening.match.decided',
  resource: 'screening-runs',
  resourceId: run.id,
  subjectId: run.riskSubjectId,
  reason,
  details: {
    matchId,
    decision,
    ...entryOf(run, matchId),
    ...(proposalId && { proposalId, proposedBy }),
  },
  announced: false,
});
