import { isAdmin, principalOf } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Proposal } from '#shared/platform/proposals.ts';
import { closedRiskProposals, openRiskProposals, type RiskProposal } from '#shared/risk/index.ts';
import { closedScreeningProposals, openScreeningProposals } from '#shared/screening/index.ts';
import { readOrganizationProposals } from '../organization-proposals.ts';
import { readSettingsProposals } from '../settings-proposals.ts';
import type { WaitingProposal } from '../waiting-proposal.ts';

/** Of each kind, so that the cost stays the same. */
const OPEN = 100;
const CLOSED = 20;

type Unjudged = WaitingProposal extends infer One ? (One extends unknown ? Omit<One, 'waitsForCaller'> : never) : never;

/** The open proposals of the organization, oldest first, with whether they wait for the caller. */
export async function openProposals(context: Context): Promise<WaitingProposal[]> {
  const { store, caller } = context;
  const [risk, { matches, profiles, lists }, own] = await Promise.all([
    openRiskProposals(store, caller, OPEN),
    openScreeningProposals(context, OPEN),
    ownProposals(context, ({ status }) => status === 'open'),
  ]);
  const proposed = matches.flatMap(({ match, subject, proposal }): Unjudged[] =>
    proposal
      ? [
          {
            kind: 'match',
            about: match.id,
            proposal: { ...proposal, status: 'open', closedBy: null, closedAt: null },
            match,
            subject,
          },
        ]
      : [],
  );
  const all = [...risk.map(presentRisk), ...proposed, ...presentLists({ profiles, lists }), ...own];
  return all
    .toSorted((a, b) => (a.proposal.proposedAt < b.proposal.proposedAt ? -1 : 1))
    .map((one) => ({ ...one, waitsForCaller: waitsFor(context, one) }) as WaitingProposal);
}

/** The latest proposals of the caller that another person closed, newest first. */
export async function closedProposals(context: Context): Promise<WaitingProposal[]> {
  const { store, caller } = context;
  const person = principalOf(caller);
  const [risk, { matches, profiles, lists }, own] = await Promise.all([
    closedRiskProposals(store, caller, { person, limit: CLOSED }),
    closedScreeningProposals(context, CLOSED),
    ownProposals(
      context,
      ({ status, proposedBy, closedBy }) => status !== 'open' && proposedBy === person && closedBy !== person,
    ),
  ]);
  const ofMatches = matches.map(
    ({ proposal, match, subject }): Unjudged => ({ kind: 'match', about: match.id, proposal, match, subject }),
  );
  return [...risk.map(presentRisk), ...ofMatches, ...presentLists({ profiles, lists }), ...own]
    .toSorted((a, b) => ((a.proposal.closedAt ?? '') > (b.proposal.closedAt ?? '') ? -1 : 1))
    .map((one) => ({ ...one, waitsForCaller: false }) as WaitingProposal);
}

/** Proposals about settings, members and the deletion, which owners and admins read. */
async function ownProposals(
  { store, caller }: Context,
  isWanted: (proposal: Proposal) => boolean,
): Promise<Unjudged[]> {
  if (!isAdmin(caller)) return [];
  const [settings, changes] = await Promise.all([
    readSettingsProposals(store, caller.organizationId),
    readOrganizationProposals(store, caller.organizationId),
  ]);
  return [
    ...settings.proposals.map((proposal): Unjudged => ({ kind: 'settings', about: null, proposal })),
    ...changes.proposals.map((proposal): Unjudged => ({ kind: 'organization', about: null, proposal })),
  ].filter(({ proposal }) => isWanted(proposal as Proposal));
}

function presentRisk(one: RiskProposal): Unjudged {
  if (one.kind === 'policy') return { ...one, about: one.proposal.policyVersionId };
  if (one.kind === 'override') return { ...one, about: one.proposal.assessmentId };
  return { ...one, about: one.proposal.overrideId };
}

const presentLists = ({
  profiles,
  lists,
}: Pick<Awaited<ReturnType<typeof openScreeningProposals>>, 'profiles' | 'lists'>): Unjudged[] => [
  ...profiles.map((proposal): Unjudged => ({ kind: 'profile', about: proposal.profileKey, proposal })),
  ...lists.map(({ key, proposal }): Unjudged => ({ kind: 'list', about: key, proposal })),
];

function waitsFor({ caller }: Context, one: Unjudged): boolean {
  if (!isAdmin(caller) || one.proposal.proposedBy === principalOf(caller)) return false;
  return caller.role === 'owner' || !isForOwners(one);
}

/** Changes that only owners can make. */
function isForOwners(one: Unjudged): boolean {
  if (one.kind === 'settings') return true;
  if (one.kind !== 'organization') return false;
  const { change } = one.proposal;
  return 'role' in change ? change.role === 'owner' : change.kind !== 'member_change';
}
