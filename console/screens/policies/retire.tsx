import { useState } from 'react';
import { useIsAdmin, useMe } from '../../api/me.ts';
import type { RecordOf } from '../../api/records.ts';
import { useApi, useApiQuery, useInvalidate } from '../../app.tsx';
import { ProposalNotice, whyAcceptanceIsBlocked } from '../../domain/proposal.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { toast } from '../../parts/toast.tsx';

/** Retires a published version, or has another person retire it. */
export function Retire({ version }: { version: RecordOf<'policies'> }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const isAdmin = useIsAdmin();
  const { data: me } = useMe();
  const [dialog, setDialog] = useState<'retire' | 'propose'>();
  const { id } = version;
  const needsTwo = me?.settings.fourEyes.policies ?? false;
  const proposals = useApiQuery(
    ['records', 'policies', id, 'proposals'],
    (client, signal) => client.risk.listPolicyProposals({ params: { id }, signal }),
    { isOn: needsTwo },
  );
  const open = proposals.data?.items.find(({ status, change }) => status === 'open' && change === 'retire');
  const name = `v${version.data.version} of ${version.data.key}`;
  const blocked = isAdmin
    ? needsTwo
      ? whyAcceptanceIsBlocked(open, me?.userId)
      : null
    : 'Owners and admins retire policies.';
  return (
    <div className="stack">
      {open && <ProposalNotice proposal={open} title="Retirement proposed" />}
      <div className="cluster">
        <Button size="small" blocked={blocked} onClick={() => setDialog('retire')}>
          {open ? 'Approve and retire' : 'Retire'}
        </Button>
        {needsTwo && (
          <Button size="small" onClick={() => setDialog('propose')}>
            Propose to retire
          </Button>
        )}
      </div>
      {dialog && (
        <ReasonDialog
          title={dialog === 'retire' ? `Retire ${name}` : `Propose to retire ${name}`}
          label="Reason"
          button={dialog === 'retire' ? 'Retire' : 'Propose'}
          {...(dialog === 'retire' && { look: 'danger' as const })}
          maxLength={2000}
          hint={
            dialog === 'retire'
              ? 'For good: no new assessment uses this version, and monitoring by it is paused. Existing assessments stay as they are. No earlier version takes its place.'
              : 'Another owner or admin retires the version.'
          }
          onClose={() => setDialog(undefined)}
          onSubmit={async (reason, idempotencyKey) => {
            if (dialog === 'retire')
              await api.risk.retirePolicy({
                params: { id },
                body: { reason, ...(open && { proposalId: open.id }) },
                idempotencyKey,
              });
            else await api.risk.proposePolicy({ params: { id }, body: { reason, change: 'retire' }, idempotencyKey });
            toast(dialog === 'retire' ? `Retired v${version.data.version}.` : 'Proposed.');
            setDialog(undefined);
            await invalidate(['records', 'policies']);
          }}
        />
      )}
    </div>
  );
}
