import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Store, Write } from '#shared/platform/store/store.ts';
import { closedSortKey } from '#shared/platform/stored-proposals.ts';
import { MatchSubject, MatchSummary, subjectOf, summarizeMatch } from '../match-list.ts';
import { MatchProposal } from '../match-proposal.ts';
import type { StoredRun } from '../stored-run.ts';

/** Proposals about matches that another person declined or replaced, for the person who made them. */
export const closedProposalsPartition = (scope: Scope) => `${scopeKey(scope)}#closed-proposals`;

const Closed = z.object({ proposal: MatchProposal, match: MatchSummary, subject: MatchSubject.nullable() });
export type ClosedMatchProposal = z.infer<typeof Closed>;

/** Nothing if the person closed it themselves. */
export function closedProposalWrites(scope: Scope, stored: StoredRun, proposal: MatchProposal): Write[] {
  const match = stored.run.matches.find(({ id }) => id === proposal.matchId);
  if (!match || proposal.proposedBy === proposal.closedBy) return [];
  const data: ClosedMatchProposal = { proposal, match: summarizeMatch(match), subject: subjectOf(stored) };
  return [{ table: 'screening', put: { pk: closedProposalsPartition(scope), sk: closedSortKey(proposal), data } }];
}

/** The latest of a person. */
export async function closedMatchProposals(
  store: Store,
  scope: Scope,
  { person, limit }: { person: string; limit: number },
): Promise<ClosedMatchProposal[]> {
  const range = { from: `${person}#`, upTo: `${person}#~`, descending: true, limit };
  const { items } = await store.query('screening', { pk: closedProposalsPartition(scope), ...range });
  return items.map(({ data }) => Closed.parse(data));
}
