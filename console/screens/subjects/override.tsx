import { useState } from 'react';
import type { Api } from '../../api/client.ts';
import { useIsAdmin, useMe } from '../../api/me.ts';
import { useApiQuery } from '../../app.tsx';
import { decisionWord } from '../../domain/decision-words.ts';
import { ProposalNotice, whyAcceptanceIsBlocked } from '../../domain/proposal.tsx';
import { Button } from '../../parts/button.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { OverrideDialog } from './override-dialog.tsx';

export type OverrideProposal = Awaited<
  ReturnType<Api['risk']['listOverrideProposals']>
>['items'][number];

/** Overrides the decision of an assessment, or has another person do it. */
export function Override({ assessmentId, onDone }: { assessmentId: string; onDone(): void }) {
  const isAdmin = useIsAdmin();
  const { data: me } = useMe();
  const needsTwo = me?.settings.fourEyes.overrides ?? false;
  const [dialog, setDialog] = useState<'override' | 'propose' | 'approve'>();
  // One call less for organizations that do not require two people.
  const proposals = useApiQuery(
    ['subject', 'override-proposals', assessmentId],
    (api, signal) => api.risk.listOverrideProposals({ params: { id: assessmentId }, signal }),
    { isOn: needsTwo || dialog !== undefined },
  );
  const open = proposals.data?.items.find(({ status }) => status === 'open');
  const approvalBlocked = !isAdmin
    ? 'Owners and admins can override a decision.'
    : needsTwo
      ? whyAcceptanceIsBlocked(open, me?.userId)
      : null;
  const finish = (words: string) => {
    setDialog(undefined);
    toast(words);
    void proposals.refetch();
    onDone();
  };
  return (
    <div className="stack-s">
      {open && (
        <ProposalNotice proposal={open} title={`Override proposed: ${decisionWord(open.decision)}`}>
          <p>
            until <Time at={open.expiresAt} />
          </p>
        </ProposalNotice>
      )}
      <div className="cluster">
        {open && (
          <Button look="primary" blocked={approvalBlocked} onClick={() => setDialog('approve')}>
            Approve the override
          </Button>
        )}
        {needsTwo || !isAdmin ? (
          <Button onClick={() => setDialog('propose')}>Propose an override</Button>
        ) : (
          <Button onClick={() => setDialog('override')}>Override the decision</Button>
        )}
      </div>
      {dialog && (
        <OverrideDialog
          assessmentId={assessmentId}
          proposal={dialog === 'approve' ? open : undefined}
          isProposal={dialog === 'propose'}
          onClose={() => setDialog(undefined)}
          onDone={() =>
            finish(dialog === 'propose' ? 'Override proposed.' : 'The decision is overridden.')
          }
        />
      )}
    </div>
  );
}
