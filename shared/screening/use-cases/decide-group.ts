import { conflict, notFound, refused } from '@assay/foundation';
import { requireSecondPerson } from '#shared/identity/index.ts';
import { readSettings } from '#shared/organization/settings/index.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { DECIDED_AT_ONCE } from '../limits.ts';
import { type MatchProposal, openProposalOf } from '../match-proposal.ts';
import { findRunOfGroup } from '../repository/runs.ts';
import type { ScreeningMatch, ScreeningRun } from '../run.ts';
import type { GroupDecisionAnswer, NewGroupDecision } from '../run-decision.ts';
import { assertReasonHolds } from './check-reason.ts';
import { type DecidedMatch, recordDecisions } from './record-decisions.ts';
import { withSubject } from './with-subject.ts';

/** The run after the decision, and the matches that it decided and left as they were. */
export interface DecidedGroup {
  run: ScreeningRun;
  decidedIds: string[];
  unchangedIds: string[];
}

/**
 * Decides the certain matches of a group in one change. Each follows the rules of a single decision, and one that is
 * refused refuses all. Likely matches are decided one by one.
 */
export async function decideGroup(
  context: Context,
  { groupId, decision, reason, except = [] }: NewGroupDecision,
): Promise<Change<DecidedGroup>> {
  const { store, caller } = context;
  const found = await findRunOfGroup(store, caller, groupId);
  if (!found) throw notFound('group of matches');
  const before = await withSubject(context, found.stored);
  const members = wantedMembers(before.run.matches, { groupId, except });
  const isUnchanged = (match: ScreeningMatch) => match.decision === decision && !match.reviewReason;
  const open = members.filter((match) => !isUnchanged(match));
  assertUndecided(open);
  const unchangedIds = members.filter(isUnchanged).map(({ id }) => id);
  if (open.length === 0) return { writes: [], events: [], result: { run: before.run, decidedIds: [], unchangedIds } };
  if (open.length > DECIDED_AT_ONCE)
    throw refused(
      'group_too_large',
      `A request decides at most ${DECIDED_AT_ONCE} matches, and this group has ${open.length}. Leave some out with \`except\`.`,
    );

  const { fourEyes } = await readSettings(context);
  const principal = principalOf(caller);
  const proposals = open.map(({ id }) => sameProposal(before.proposals ?? [], id, decision));
  for (const proposed of onePerProposer(proposals))
    await requireSecondPerson(context, proposed, { isRequired: fourEyes.matches });
  const decided = open.map(({ id }, index): DecidedMatch => {
    const proposed = proposals[index];
    return { matchId: id, accepted: proposed?.proposedBy === principal ? undefined : proposed };
  });
  const decidedIds = decided.map(({ matchId }) => matchId);
  await assertReasonHolds(context, before, { matchIds: decidedIds, decision, reason });
  if (decision === 'false_positive') assertNoneIsMatch(open, before.run.policy.matchScore);
  const change = await recordDecisions(context, { found, before }, decided, { decision, reason });
  return { ...change, result: { run: change.result, decidedIds, unchangedIds } };
}

/** The certain members without those that the request leaves out. */
function wantedMembers(
  matches: readonly ScreeningMatch[],
  { groupId, except }: { groupId: string; except: readonly string[] },
): ScreeningMatch[] {
  const certain = matches.filter(({ group }) => group?.id === groupId && group.certainty === 'certain');
  const foreign = except.filter((id) => !certain.some((match) => match.id === id));
  if (foreign.length > 0)
    throw refused('not_in_group', `\`except\` names ${foreign[0]}, which is not a certain match of the group.`);
  const wanted = certain.filter(({ id }) => !except.includes(id));
  if (wanted.length === 0)
    throw refused('no_matches_left', '`except` names every certain match of the group. Leave at least one.');
  return wanted;
}

/** To reverse a decision takes a decision on that match alone. */
function assertUndecided(matches: readonly ScreeningMatch[]): void {
  const decided = matches.find((match) => match.decision !== 'pending' && !match.reviewReason);
  if (decided)
    throw conflict(
      'member_decided',
      `Match ${decided.id} on \`${decided.source}\` was decided \`${decided.decision}\`. Leave it out with \`except\`, or decide it by itself first.`,
    );
}

/** To clear a match that the service is sure of takes a look at it alone. */
function assertNoneIsMatch(matches: readonly ScreeningMatch[], matchScore: number): void {
  const sure = matches.find(({ score }) => score >= matchScore);
  if (sure && matches.length > 1)
    throw refused(
      'match_cleared_alone',
      `Match ${sure.id} on \`${sure.source}\` scores ${sure.score}, and ${matchScore} or more is a match. Leave it out with \`except\`, and clear it by itself.`,
    );
}

/** Enough to check all: whether a person is the second one depends on who proposed. */
const onePerProposer = (proposals: readonly (MatchProposal | undefined)[]) =>
  new Map(proposals.map((proposed) => [proposed?.proposedBy, proposed])).values();

/** The open proposal of a match, if it proposes this decision. */
const sameProposal = (
  proposals: readonly MatchProposal[],
  matchId: string,
  decision: NewGroupDecision['decision'],
): MatchProposal | undefined => {
  const open = openProposalOf(proposals, matchId);
  return open?.decision === decision ? open : undefined;
};

/** The response to the reviewer. */
export function groupAnswer(groupId: string, { run, decidedIds, unchangedIds }: DecidedGroup): GroupDecisionAnswer {
  const { id, status, incomplete, incompleteReasons, topScore } = run;
  const decided = run.matches
    .filter((match) => decidedIds.includes(match.id))
    .map(({ entry: _entry, ...match }) => match);
  return {
    groupId,
    decided,
    unchanged: unchangedIds,
    run: { id, status, incomplete, incompleteReasons, topScore },
  };
}
