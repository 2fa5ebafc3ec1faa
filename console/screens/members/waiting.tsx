import type { Api } from '../../api/client.ts';
import { useMe } from '../../api/me.ts';
import { useApi, useApiQuery, useInvalidate } from '../../app.tsx';
import { useDirectory } from '../../domain/actor.tsx';
import { ProposalNotice, whyAcceptanceIsBlocked } from '../../domain/proposal.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { toast, toastError } from '../../parts/toast.tsx';

type Proposal = Awaited<ReturnType<Api['organization']['listOrganizationProposals']>>['items'][number];
export type ProposedChange = Proposal['change'];

const REASON_CHARACTERS = 2_000;

/** Whether owners and admins are made by two people. */
export const useNeedsTwoForAdmins = () => Object.values(useMe().data?.settings.fourEyes ?? {}).some(Boolean);

export const useOpenProposals = (isOn: boolean) => {
  const query = useApiQuery(
    ['members', 'proposals'],
    (client, signal) => client.organization.listOrganizationProposals({ signal }),
    { isOn },
  );
  return (query.data?.items ?? []).filter(({ status }) => status === 'open');
};

/** Changes of members that wait for a second person. */
export function WaitingChanges() {
  const api = useApi();
  const invalidate = useInvalidate();
  const { data: me } = useMe();
  const people = useDirectory();
  const open = useOpenProposals(true).filter(({ change }) => change.kind !== 'deletion');
  if (open.length === 0) return null;
  const nameOf = (id: string) => {
    const person = people.find(({ userId }) => userId === id);
    return person?.name ?? person?.email ?? id;
  };
  const accept = async ({ id: proposalId, change }: Proposal) => {
    try {
      if (change.kind === 'member_invitation') {
        const { kind: _kind, ...body } = change;
        await api.organization.createMember({ body: { ...body, proposalId } });
      } else if (change.kind === 'member_change') {
        const { kind: _kind, memberId, ...body } = change;
        await api.organization.updateMember({ params: { id: memberId }, body: { ...body, proposalId } });
      }
      toast('Done. The history names both of you.');
    } catch (error) {
      toastError(error);
    }
    await invalidate(['members']);
  };
  const blockedFor = (proposal: Proposal) => {
    const { change } = proposal;
    const makesOwner = change.kind !== 'deletion' && change.role === 'owner';
    return makesOwner && me?.role !== 'owner'
      ? 'Only owners make owners.'
      : whyAcceptanceIsBlocked(proposal, me?.userId);
  };
  return (
    <Card title="Waiting for a second person">
      <div className="card-body stack">
        {open.map((proposal) => (
          <div key={proposal.id} className="stack-s">
            <ProposalNotice proposal={proposal} title={inWords(proposal.change, nameOf)} />
            <div>
              <Button size="small" look="primary" blocked={blockedFor(proposal)} onClick={() => void accept(proposal)}>
                Approve
              </Button>
            </div>
          </div>
        ))}
      </div>
    </Card>
  );
}

function inWords(change: ProposedChange, nameOf: (id: string) => string): string {
  if (change.kind === 'deletion') return 'Proposed: delete the organization';
  if (change.kind === 'member_invitation') return `Proposed: invite ${change.name} (${change.email}) as ${change.role}`;
  const name = nameOf(change.memberId);
  const role = change.role && `make ${name} ${change.role}`;
  const status = change.status && `${change.status === 'active' ? 'enable' : 'disable'} ${name}`;
  return `Proposed: ${[role, status].filter(Boolean).join(', ')}`;
}

/** Asks for the reason of a proposal. Making an owner or admin takes two people while a two-person rule is on. */
export function ProposeChange({ change, onClose }: { change: ProposedChange; onClose(): void }) {
  const api = useApi();
  const invalidate = useInvalidate();
  return (
    <ReasonDialog
      title={change.kind === 'deletion' ? 'Propose to delete the organization' : 'Propose the change'}
      label="Reason"
      button="Propose"
      {...(change.kind === 'deletion' && { look: 'danger' as const })}
      maxLength={REASON_CHARACTERS}
      hint={
        'A two-person rule is on, so another person has to approve this. A person whom you invited or promoted within ' +
        'the last 7 days, or who invited or promoted you, cannot.'
      }
      onClose={onClose}
      onSubmit={async (reason, idempotencyKey) => {
        await api.organization.proposeOrganizationChange({ body: { change, reason }, idempotencyKey });
        toast('Proposed.');
        onClose();
        await invalidate(['members']);
      }}
    />
  );
}
