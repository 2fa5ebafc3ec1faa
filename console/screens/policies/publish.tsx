import { useState } from 'react';
import { useIsAdmin, useMe } from '../../api/me.ts';
import type { RecordOf } from '../../api/records.ts';
import { useApi, useApiQuery, useInvalidate } from '../../app.tsx';
import { ProposalNotice, whyAcceptanceIsBlocked } from '../../domain/proposal.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { toast } from '../../parts/toast.tsx';

type Version = RecordOf<'policies'>;

/** Publishes a draft, or has another person publish it. */
export function Publish({ version, published }: { version: Version; published: number }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const isAdmin = useIsAdmin();
  const { data: me } = useMe();
  const [dialog, setDialog] = useState<'publish' | 'propose'>();
  const { id } = version;
  const proposals = useApiQuery(['records', 'policies', id, 'proposals'], (client, signal) =>
    client.risk.listPolicyProposals({ params: { id }, signal }),
  );
  const open = proposals.data?.items.find(({ status }) => status === 'open');
  const needsTwo = me?.settings.fourEyes.policies ?? false;
  const name = `v${version.data.version} of ${version.data.key}`;
  const blocked = isAdmin
    ? needsTwo
      ? whyAcceptanceIsBlocked(open, me?.userId)
      : null
    : 'Owners and admins publish policies. You can propose it.';
  return (
    <div className="stack">
      {open && <ProposalNotice proposal={open} title="Publication proposed" />}
      <div className="cluster">
        <Button size="small" look="primary" blocked={blocked} onClick={() => setDialog('publish')}>
          {open ? 'Approve and publish' : 'Publish'}
        </Button>
        {(needsTwo || !isAdmin) && (
          <Button size="small" onClick={() => setDialog('propose')}>
            Propose to publish
          </Button>
        )}
      </div>
      {dialog === 'publish' && (
        <FormDialog
          title={`Publish ${name}`}
          button="Publish"
          onClose={() => setDialog(undefined)}
          onSubmit={async (idempotencyKey) => {
            try {
              await api.risk.publishPolicy({
                params: { id },
                body: open ? { proposalId: open.id } : {},
                idempotencyKey,
              });
            } catch (problem) {
              // Another proposal may be open now.
              void invalidate(['records', 'policies']);
              throw problem;
            }
            toast(`Published v${version.data.version}.`);
            setDialog(undefined);
            await invalidate(['records', 'policies']);
          }}
        >
          <p>
            {version.data.version > published
              ? 'New assessments that name the key use this version.'
              : `New assessments that name the key still use v${published}, because it is newer.`}{' '}
            A published version never changes. It can be retired.
          </p>
        </FormDialog>
      )}
      {dialog === 'propose' && (
        <ReasonDialog
          title={`Propose to publish ${name}`}
          label="Reason"
          button="Propose"
          maxLength={2000}
          hint="Another owner or admin publishes the version."
          onClose={() => setDialog(undefined)}
          onSubmit={async (reason, idempotencyKey) => {
            await api.risk.proposePolicy({ params: { id }, body: { reason }, idempotencyKey });
            toast('Proposed.');
            setDialog(undefined);
            await invalidate(['records', 'policies']);
          }}
        />
      )}
    </div>
  );
}
