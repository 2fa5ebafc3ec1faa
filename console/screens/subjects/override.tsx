import { useState } from 'react';
import { serverNow } from '../../api/clock.ts';
import { useIsAdmin, useMe } from '../../api/me.ts';
import type { RecordOf } from '../../api/records.ts';
import type { OverrideProposal, Overview } from '../../api/subject.ts';
import { useApi, useApiQuery, useInvalidate } from '../../app.tsx';
import { ApprovalDialog } from '../../domain/approval-dialog.tsx';
import { decisionWord } from '../../domain/decision-words.ts';
import { ProposalNotice, whyAcceptanceIsBlocked } from '../../domain/proposal.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { WhenSeen } from '../../parts/when-seen.tsx';
import { OverrideDialog, overriddenWords } from './override-dialog.tsx';

type Assessment = RecordOf<'assessments'>;

const useNeedsTwo = () => useMe().data?.settings.fourEyes.overrides ?? false;

/** Overrides the decision of an assessment, or has another person do it. */
export function Override({
  assessment,
  policies,
  onDone,
}: {
  assessment: Assessment;
  policies: Overview['policies'];
  onDone(): void;
}) {
  const isAdmin = useIsAdmin();
  const isProposal = useNeedsTwo() || !isAdmin;
  const invalidate = useInvalidate();
  const [isOpen, setOpen] = useState(false);
  const blocked = whyOverrideIsBlocked(assessment, policies);
  const applied = policies.find((one) => one.assessment.id === assessment.id)?.state.override;
  const finish = (words: string) => {
    toast(words);
    void invalidate(['subject', 'override-proposals', assessment.id]);
    onDone();
  };
  return (
    <div className="stack-s">
      {/* Loaded when it is seen, so that the first screen needs fewer calls. */}
      <WhenSeen key={assessment.id} height={1}>
        <OpenProposal assessment={assessment} blocked={blocked} onDone={finish} />
      </WhenSeen>
      <div className="cluster">
        <Button blocked={blocked} onClick={() => setOpen(true)}>
          {isProposal ? 'Propose an override' : 'Override the decision'}
        </Button>
      </div>
      {applied && (
        <Revoke
          overrideId={applied.id}
          isStricter={rankOf(applied.decision) > rankOf(assessment.data.decision)}
          onDone={finish}
        />
      )}
      {isOpen && (
        <OverrideDialog
          assessment={assessment}
          isProposal={isProposal}
          onClose={() => setOpen(false)}
          onDone={(words) => {
            setOpen(false);
            finish(words);
          }}
        />
      )}
    </div>
  );
}

const STRICTNESS = ['none', 'review', 'restrict', 'reject'];
const rankOf = (decision: string) => STRICTNESS.indexOf(decision);
const REASON_CHARACTERS = 2_000;

/** Ends the override that applies, or has another person end it. */
function Revoke({
  overrideId,
  isStricter,
  onDone,
}: {
  overrideId: string;
  isStricter: boolean;
  onDone(words: string): void;
}) {
  const api = useApi();
  const isAdmin = useIsAdmin();
  const isProposal = (useNeedsTwo() && isStricter) || !isAdmin;
  const [isOpen, setOpen] = useState(false);
  const title = isProposal ? 'Propose to revoke the override' : 'Revoke the override';
  return (
    <div className="cluster">
      <Button onClick={() => setOpen(true)}>{title}</Button>
      {isOpen && (
        <ReasonDialog
          title={title}
          label="Reason"
          button={isProposal ? 'Propose' : 'Revoke'}
          maxLength={REASON_CHARACTERS}
          hint={
            isProposal
              ? 'Another owner or admin revokes it.'
              : 'The decision of the assessment applies again. Earlier overrides do not.'
          }
          onClose={() => setOpen(false)}
          onSubmit={async (reason, idempotencyKey) => {
            const call = { params: { id: overrideId }, body: { reason }, idempotencyKey };
            if (isProposal) await api.risk.proposeRevocation(call);
            else await api.risk.revokeOverride(call);
            setOpen(false);
            onDone(isProposal ? 'Revocation proposed.' : 'The override is revoked.');
          }}
        />
      )}
    </div>
  );
}

/** The override that a person proposed and that waits for approval. */
function OpenProposal({
  assessment,
  blocked,
  onDone,
}: {
  assessment: Assessment;
  blocked: string | null;
  onDone(words: string): void;
}) {
  const isAdmin = useIsAdmin();
  const { data: me } = useMe();
  const needsTwo = useNeedsTwo();
  const api = useApi();
  const invalidate = useInvalidate();
  const [accepting, setAccepting] = useState<OverrideProposal>();
  const proposals = useApiQuery(['subject', 'override-proposals', assessment.id], (client, signal) =>
    client.risk.listOverrideProposals({ params: { id: assessment.id }, signal }),
  );
  const open = proposals.data?.items.find(({ status }) => status === 'open');
  const whyNot = (proposal: OverrideProposal) => {
    if (!isAdmin) return 'Owners and admins can override a decision.';
    if (blocked !== null) return blocked;
    if (Date.parse(proposal.expiresAt) <= serverNow()) return 'The proposed end has passed.';
    return needsTwo ? whyAcceptanceIsBlocked(proposal, me?.userId) : null;
  };
  return (
    <>
      {open && (
        <>
          <ProposalNotice proposal={open} title={`Override proposed: ${decisionWord(open.decision)}`}>
            <p>
              until <Time at={open.expiresAt} />
            </p>
          </ProposalNotice>
          <div className="cluster">
            <Button look="primary" blocked={whyNot(open)} onClick={() => setAccepting(open)}>
              Approve the override
            </Button>
          </div>
        </>
      )}
      {accepting && (
        <ApprovalDialog
          title="Approve the override"
          button="Approve"
          maxLength={REASON_CHARACTERS}
          hint="The override applies while the assessment is current."
          proposal={accepting}
          isGone={proposals.data !== undefined && open?.id !== accepting.id}
          next={open && { words: `${decisionWord(open.decision)}: ${open.reason}`, onTake: () => setAccepting(open) }}
          onClose={() => setAccepting(undefined)}
          onSubmit={async (reason, idempotencyKey) => {
            const { id: proposalId, decision, expiresAt } = accepting;
            let words: string;
            try {
              const created = await api.risk.createOverride({
                params: { id: assessment.id },
                body: { decision, expiresAt, reason, proposalId },
                idempotencyKey: `${idempotencyKey}:${proposalId}`,
              });
              words = overriddenWords(created);
            } catch (problem) {
              // What is shown may be outdated.
              void invalidate(['subject'], ['me']);
              throw problem;
            }
            setAccepting(undefined);
            onDone(words);
          }}
        >
          <p>
            The decision becomes <strong>{decisionWord(accepting.decision)}</strong> until{' '}
            <Time at={accepting.expiresAt} style="exact" />.
          </p>
        </ApprovalDialog>
      )}
    </>
  );
}

/** Why the service would refuse an override of this assessment, and equally a proposal. */
function whyOverrideIsBlocked({ id, data }: Assessment, policies: Overview['policies']): string | null {
  const latest = policies.find(({ policyKey }) => policyKey === data.policyKey);
  // The overview has at most 50 policies. The service checks the others.
  if (!latest) return null;
  if (latest.assessment.id !== id) return 'Only the latest assessment of a policy can be overridden.';
  return latest.state.current ? null : 'The assessment is not current. Assess the subject first.';
}
