import type { ReactNode } from 'react';
import { Time } from '../parts/time.tsx';
import { Actor } from './actor.tsx';

interface Proposal {
  proposedBy: string;
  proposedAt: string;
  reason?: string | undefined;
}

/** A change that waits for a second person. */
export const ProposalNotice = ({
  proposal,
  title,
  children,
}: {
  proposal: Proposal;
  title: string;
  children?: ReactNode;
}) => (
  <div className="notice warn">
    <strong>{title}</strong>
    {children}
    <p>
      <Actor actor={proposal.proposedBy} /> · <Time at={proposal.proposedAt} />
    </p>
    {proposal.reason && <p className="pre-wrap">{proposal.reason}</p>}
  </div>
);

/** Why this person cannot make a change for which the organization requires two people. */
export function whyAcceptanceIsBlocked(proposal: Proposal | undefined, userId: string | undefined): string | null {
  if (!proposal) return 'Your organization requires a proposal by one person and a decision by another.';
  if (proposal.proposedBy === `user:${userId}`) return 'Another owner or admin has to approve your proposal.';
  return null;
}
