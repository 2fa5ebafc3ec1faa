import type { Api } from '../api/client.ts';
import { useMe } from '../api/me.ts';
import { useApi, useApiQuery, useInvalidate } from '../app.tsx';
import { toast } from '../parts/toast.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

export type OrganizationProposal = Awaited<
  ReturnType<Api['organization']['listOrganizationProposals']>
>['items'][number];
export type ProposedChange = OrganizationProposal['change'];

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
