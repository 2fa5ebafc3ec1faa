import { useState } from 'react';
import { useDirectory } from '../../api/directory.ts';
import { useMe } from '../../api/me.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { ApprovalDialog } from '../../domain/approval-dialog.tsx';
import {
  type OrganizationProposal,
  type ProposedChange,
  useOpenProposals,
} from '../../domain/organization-proposal.tsx';
import { ProposalNotice, whyAcceptanceIsBlocked } from '../../domain/proposal.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { toast } from '../../parts/toast.tsx';

/** Changes of members that wait for a second person. */
export function WaitingChanges() {
  const api = useApi();
  const invalidate = useInvalidate();
  const { data: me } = useMe();
  const people = useDirectory();
  const open = useOpenProposals(true).filter(isAboutMember);
  const [accepting, setAccepting] = useState<MemberProposal>();
  if (open.length === 0 && !accepting) return null;
  const nameOf = (id: string) => {
    const person = people.find(({ userId }) => userId === id);
    return person?.name ?? person?.email ?? id;
  };
  const accept = async ({ id: proposalId, change }: MemberProposal, reason: string, idempotencyKey: string) => {
    try {
      if (change.kind === 'member_invitation') {
        const { kind: _kind, ...body } = change;
        await api.organization.createMember({ body: { ...body, proposalId, reason }, idempotencyKey });
      } else {
        const { kind: _kind, memberId, ...body } = change;
        const params = { id: memberId };
        await api.organization.updateMember({ params, body: { ...body, proposalId, reason }, idempotencyKey });
      }
    } catch (problem) {
      void invalidate(['members']);
      throw problem;
    }
    toast('Done. The history names both of you.');
    setAccepting(undefined);
    await invalidate(['members']);
  };
  const blockedFor = (proposal: MemberProposal) =>
    proposal.change.role === 'owner' && me?.role !== 'owner'
      ? 'Only owners make owners.'
      : whyAcceptanceIsBlocked(proposal, me?.userId);
  return (
    <Card title="Waiting for a second person">
      <div className="card-body stack">
        {open.map((proposal) => (
          <div key={proposal.id} className="stack-s">
            <ProposalNotice proposal={proposal} title={inWords(proposal.change, nameOf)} />
            <div>
              <Button size="small" look="primary" blocked={blockedFor(proposal)} onClick={() => setAccepting(proposal)}>
                Approve…
              </Button>
            </div>
          </div>
        ))}
      </div>
      {accepting && (
        <ApprovalDialog
          title={inWords(accepting.change, nameOf)}
          button="Approve"
          maxLength={2000}
          hint="The history names both of you."
          proposal={accepting}
          isGone={!open.some(({ id }) => id === accepting.id)}
          onClose={() => setAccepting(undefined)}
          onSubmit={(reason, idempotencyKey) => accept(accepting, reason, idempotencyKey)}
        />
      )}
    </Card>
  );
}

/** Proposals about the organization as a whole are shown in its settings. */
type MemberProposal = OrganizationProposal & {
  change: Extract<ProposedChange, { kind: 'member_invitation' | 'member_change' }>;
};

const isAboutMember = (proposal: OrganizationProposal): proposal is MemberProposal =>
  proposal.change.kind === 'member_invitation' || proposal.change.kind === 'member_change';

function inWords(change: MemberProposal['change'], nameOf: (id: string) => string): string {
  if (change.kind === 'member_invitation') return `Proposed: invite ${change.name} (${change.email}) as ${change.role}`;
  const name = nameOf(change.memberId);
  const role = change.role && `make ${name} ${change.role}`;
  const status = change.status && `${change.status === 'active' ? 'enable' : 'disable'} ${name}`;
  return `Proposed: ${[role, status].filter(Boolean).join(', ')}`;
}
