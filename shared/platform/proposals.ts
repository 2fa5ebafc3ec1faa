import { conflict, forbidden, ifThenElse, notFound, required } from '@assay/foundation';
import * as z from 'zod';
import { principalOf } from './caller.ts';
import type { Context } from './context.ts';
import type { Problems } from './http/route.ts';
import { Timestamp } from './http/shapes.ts';

/** A change that one person proposes and another one makes: what all proposals have. */
export const proposalShape = {
  id: z.uuid(),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: Timestamp,
  status: z
    .enum(['open', 'accepted', 'declined', 'withdrawn', 'superseded'])
    .describe(
      '`accepted`: the change named the proposal. `declined`: a second person refused it. `withdrawn`: the person who ' +
        'proposed it took it back. `superseded`: a newer proposal replaced it, or the change was made without it.',
    ),
  closedBy: z.string().nullable(),
  closedAt: Timestamp.nullable(),
  closingReason: z.string().optional().describe('Why it was declined or withdrawn.'),
};
export type Proposal = z.infer<z.ZodObject<typeof proposalShape>>;

/** The second person states a reason of their own: the refinement of a change that can accept a proposal. */
export const reasonWithProposal: [(change: Accepting) => boolean, { message: string; path: string[] }] = [
  ({ proposalId, reason }) => !proposalId || Boolean(reason),
  { message: 'is required with `proposalId`', path: ['reason'] },
];

interface Accepting {
  proposalId?: string | null | undefined;
  reason?: string | null | undefined;
}

/** The same rule in JSON Schema. */
export const requiresReasonWithProposal = ifThenElse(required('proposalId'), required('reason'));

export const PROPOSAL_EXAMPLE = {
  id: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
  proposedBy: 'user:8f14e45f-ceea-467f-a9d2-1f6c3b7a90d4',
  proposedAt: '2026-03-14T09:26:53.589Z',
  status: 'open' as const,
  closedBy: null,
  closedAt: null,
};

/** Problems of a change that may require two people. */
export const twoPeople = {
  proposal_not_open: [409, 'There is no open proposal with this `proposalId`.'],
  second_person_required: [
    409,
    'The organization requires two people: accept the proposal of another person with `proposalId`. Two people of whom ' +
      'one has invited, promoted or enabled the other within 7 days do not count as two.',
  ],
} satisfies Problems;

/** What all proposals have, of one that the caller makes now. */
export const newProposal = ({ caller, now, newId }: Context, reason: string): Proposal => ({
  id: newId(),
  reason,
  proposedBy: principalOf(caller),
  proposedAt: now.toISOString(),
  status: 'open',
  closedBy: null,
  closedAt: null,
});

export const openProposalIn = <P extends Proposal>(proposals: readonly P[]): P | undefined =>
  proposals.find(({ status }) => status === 'open');

/** The open proposal that a change names. */
export function acceptedProposal<P extends Proposal>(
  proposals: readonly P[],
  proposalId: string | null | undefined,
): P | undefined {
  if (!proposalId) return undefined;
  const open = openProposalIn(proposals);
  if (open?.id !== proposalId)
    throw conflict(
      'proposal_not_open',
      'There is no open proposal with this `proposalId`. Read the proposals again to find the open one.',
    );
  return open;
}

/** Where two people are required, a change accepts the proposal of another person. */
export function assertSecondPerson(
  accepted: Proposal | undefined,
  { isRequired, caller }: { isRequired: boolean; caller: string },
): void {
  if (!isRequired) return;
  if (!accepted)
    throw conflict(
      'second_person_required',
      'Your organization requires two people for this change. Accept the proposal of another person with `proposalId`, or create one.',
    );
  if (accepted.proposedBy === caller)
    throw conflict('second_person_required', 'You proposed this change. Another owner or admin has to make it.');
}

/** Ends of a proposal that change nothing else. */
export type Closing = 'declined' | 'withdrawn';

/** The open proposal that the caller may decline or withdraw. */
export function proposalToClose<P extends Proposal>(
  proposals: readonly P[],
  id: string,
  { status, caller }: { status: Closing; caller: string },
): P {
  const found = proposals.find((one) => one.id === id);
  if (!found) throw notFound('proposal');
  if (found.status !== 'open')
    throw conflict('proposal_not_open', `The proposal was ${found.status} at ${found.closedAt}.`);
  const isOwn = found.proposedBy === caller;
  if (status === 'declined' && isOwn)
    throw conflict('own_proposal', 'You made this proposal. Another person declines it; you can withdraw it.');
  if (status === 'withdrawn' && !isOwn)
    throw forbidden('Only the person who made a proposal can withdraw it. Owners and admins can decline it.');
  return found;
}

/** How an open proposal ends. */
type End = Pick<Proposal, 'closedBy' | 'closedAt' | 'closingReason'> & { status: Exclude<Proposal['status'], 'open'> };

/** The end of a proposal that the caller declines or withdraws now. */
export const endOf = ({ caller, now }: Context, status: Closing, closingReason: string): End => ({
  status,
  closedBy: principalOf(caller),
  closedAt: now.toISOString(),
  closingReason,
});

/** The proposals after an open one was closed. */
export const closeProposal = <P extends Proposal>(proposals: readonly P[], open: P | undefined, end: End): P[] =>
  proposals.map((one) => (one === open ? { ...one, ...end } : one));

/** A new open proposal supersedes the open one. */
export const addProposal = <P extends Proposal>(proposals: readonly P[], open: P | undefined, added: P): P[] => [
  ...closeProposal(proposals, open, { status: 'superseded', closedBy: added.proposedBy, closedAt: added.proposedAt }),
  added,
];

/** Proposals about one thing are stored in one row, the latest of them. The history has all. */
export const STORED_PROPOSALS = 20;

/** A new open proposal among stored ones. A row about several things says which of them have the same subject. */
export const addStoredProposal = <P extends Proposal>(
  proposals: readonly P[],
  added: P,
  isAboutSame: (one: P) => boolean = () => true,
): P[] => addProposal(proposals, openProposalIn(proposals.filter(isAboutSame)), added).slice(-STORED_PROPOSALS);
