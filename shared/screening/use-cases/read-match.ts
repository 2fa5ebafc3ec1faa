import { notFound } from '@assay/foundation';
import { readSettings } from '#shared/organization/settings/index.ts';
import type { Context } from '#shared/platform/context.ts';
import { type GroupMember, type MatchDetail, subjectOf, summarizeMatch, summarizeProposal } from '../match-list.ts';
import { openProposalOf } from '../match-proposal.ts';
import { comparedMatch, offeredReasons } from '../reason-check.ts';
import { earlierDecisions } from '../repository/match-decisions.ts';
import { findRunOfMatch } from '../repository/runs.ts';
import type { ScreeningMatch } from '../run.ts';
import type { StoredRun } from '../stored-run.ts';
import { withSubject } from './with-subject.ts';

const membersOf = (
  matches: readonly ScreeningMatch[],
  groupId: string | undefined,
  proposals: StoredRun['proposals'] = [],
): GroupMember[] =>
  matches
    .filter(({ group }) => groupId !== undefined && group?.id === groupId)
    .map((match) => {
      const proposal = openProposalOf(proposals, match.id);
      return {
        match: summarizeMatch(match),
        entry: match.entry,
        proposal: proposal ? summarizeProposal(proposal) : null,
      };
    });

/** A match with everything a reviewer needs to decide it. */
export async function readMatch(context: Context, matchId: string): Promise<MatchDetail> {
  const { store, caller } = context;
  const found = await findRunOfMatch(store, caller, matchId);
  const whole = found?.stored.run.matches.find(({ id }) => id === matchId);
  if (!found || !whole) throw notFound('match');
  const { matches, ...run } = found.stored.run;
  const [stored, earlier, settings] = await Promise.all([
    withSubject(context, found.stored),
    earlierDecisions(store, caller, run, whole),
    readSettings(context),
  ]);
  const { entry, ...match } = whole;
  const decisions = run.decisions.filter((one) => one.matchId === matchId);
  return {
    match,
    run: { ...run, decisions },
    subject: subjectOf(stored),
    entry,
    members: membersOf(matches, match.group?.id, stored.proposals),
    earlier,
    proposal: openProposalOf(stored.proposals ?? [], matchId) ?? null,
    reasons: offeredReasons(settings.reasons, comparedMatch(stored, whole, earlier)),
  };
}
