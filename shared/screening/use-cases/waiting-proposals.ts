import { principalOf } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Proposal } from '#shared/platform/proposals.ts';
import { ListProposal } from '../list-proposal.ts';
import { LIST_KEYS } from '../lists/list.ts';
import type { MatchListItem } from '../match-list.ts';
import type { ProfileProposal } from '../profile.ts';
import { type ClosedMatchProposal, closedMatchProposals } from '../repository/closed-proposals.ts';
import { ownListProposals, readListProposals } from '../repository/list-proposals.ts';
import { proposedMatches } from '../repository/match-lists.ts';
import { profileProposals } from '../repository/profiles.ts';
import { isListOperator, operatorMark } from './list-operators.ts';

interface ScreeningProposals {
  matches: MatchListItem[];
  profiles: ProfileProposal[];
  lists: { key: string; proposal: ListProposal }[];
}

/** Open proposals about matches, profiles and lists. */
export async function openScreeningProposals(context: Context, limit: number): Promise<ScreeningProposals> {
  const isWanted = ({ status }: Proposal) => status === 'open';
  const [matches, profiles, lists] = await Promise.all([
    proposedMatches(context.store, context.caller, limit),
    profileProposals(context.store, context.caller, { limit, isWanted }),
    listProposals(context, isWanted),
  ]);
  return { matches, profiles, lists };
}

/** Proposals of the caller that another person closed. */
export async function closedScreeningProposals(
  context: Context,
  limit: number,
): Promise<Omit<ScreeningProposals, 'matches'> & { matches: ClosedMatchProposal[] }> {
  const person = principalOf(context.caller);
  const isWanted = ({ status, proposedBy, closedBy }: Proposal) =>
    status !== 'open' && proposedBy === person && closedBy !== person;
  const { store, caller } = context;
  const [matches, profiles, lists] = await Promise.all([
    closedMatchProposals(store, caller, { person, limit }),
    profileProposals(store, caller, { limit, isWanted }),
    listProposals(context, isWanted),
  ]);
  return { matches, profiles, lists };
}

/** Lists are shared; the proposals of other organizations are theirs. */
async function listProposals({ store, caller }: Context, isWanted: (one: Proposal) => boolean) {
  const own = (await ownListProposals(store, caller)).flatMap(({ key, proposals }) =>
    proposals.filter(isWanted).map((one) => ({ key, proposal: ListProposal.parse(one) })),
  );
  if (!isListOperator(caller)) return own;
  const mark = operatorMark(caller.organizationId);
  const stored = await Promise.all(LIST_KEYS.map((key) => readListProposals(store, key)));
  const shared = stored.flatMap(({ proposals }, index) =>
    proposals
      .filter((one) => one.proposedIn === mark && isWanted(one))
      .map((one) => ({ key: LIST_KEYS[index] ?? '', proposal: ListProposal.parse(one) })),
  );
  return [...shared, ...own];
}
