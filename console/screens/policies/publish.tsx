import { useState } from 'react';
import type { Api } from '../../api/client.ts';
import { useIsAdmin, useMe } from '../../api/me.ts';
import type { RecordOf } from '../../api/records.ts';
import { useApi, useApiQuery, useInvalidate } from '../../app.tsx';
import { ApprovalDialog } from '../../domain/approval-dialog.tsx';
import { PolicyEffect } from '../../domain/effect-part.tsx';
import { PolicyChanges } from '../../domain/policy-changes.tsx';
import { ProposalNotice, whyAcceptanceIsBlocked } from '../../domain/proposal.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { toast } from '../../parts/toast.tsx';

type Version = RecordOf<'policies'>;
type PolicyProposal = Awaited<ReturnType<Api['risk']['listPolicyProposals']>>['items'][number];

/** Publishes a draft, or has another person publish it. */
export function Publish({ version, inForce: used }: { version: Version; inForce: Version | undefined }) {
  const inForce = used?.data.version ?? 0;
  const api = useApi();
  const invalidate = useInvalidate();
  const isAdmin = useIsAdmin();
  const { data: me } = useMe();
  const [dialog, setDialog] = useState<'publish' | 'propose'>();
  const [accepting, setAccepting] = useState<PolicyProposal>();
  const { id } = version;
  const proposals = useApiQuery(['records', 'policies', id, 'proposals'], (client, signal) =>
    client.risk.listPolicyProposals({ params: { id }, signal }),
  );
  const open = proposals.data?.items.find(({ status }) => status === 'open');
  const needsTwo = me?.settings.fourEyes.policies ?? false;
  const name = `v${version.data.version} of ${version.data.key}`;
  const isAuthor = needsTwo && version.data.createdBy === `user:${me?.userId}`;
  const blocked = !isAdmin
    ? 'Owners and admins publish policies. You can propose it.'
    : version.data.version < inForce
      ? `v${inForce} is in force and newer. Create a version with this definition to return to it.`
      : isAuthor
        ? 'You created this version. Another owner or admin has to publish it.'
        : needsTwo
          ? whyAcceptanceIsBlocked(open, me?.userId)
          : null;
  const effect =
    'New assessments that name the key use this version. A published version never changes. It can be retired.';
  const publish = async (body: { proposalId?: string; reason?: string }, idempotencyKey: string) => {
    try {
      await api.risk.publishPolicy({ params: { id }, body, idempotencyKey });
    } catch (problem) {
      // Another proposal may be open now.
      void invalidate(['records', 'policies']);
      throw problem;
    }
    toast(`Published v${version.data.version}.`);
    setDialog(undefined);
    setAccepting(undefined);
    await invalidate(['records', 'policies']);
  };
  return (
    <div className="stack">
      {open && <ProposalNotice proposal={open} title="Publication proposed" />}
      <div className="cluster">
        <Button
          size="small"
          look="primary"
          blocked={blocked}
          onClick={() => (open ? setAccepting(open) : setDialog('publish'))}
        >
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
          onSubmit={(idempotencyKey) => publish({}, idempotencyKey)}
        >
          <p>{effect}</p>
          <WhatChanges version={version} inForce={used} />
        </FormDialog>
      )}
      {accepting && (
        <ApprovalDialog
          title={`Publish ${name}`}
          button="Publish"
          maxLength={2000}
          hint={effect}
          proposal={accepting}
          isGone={proposals.data !== undefined && open?.id !== accepting.id}
          next={open && { words: open.reason, onTake: () => setAccepting(open) }}
          onClose={() => setAccepting(undefined)}
          onSubmit={(reason, idempotencyKey) =>
            publish({ proposalId: accepting.id, reason }, `${idempotencyKey}:${accepting.id}`)
          }
        >
          <WhatChanges version={version} inForce={used} />
        </ApprovalDialog>
      )}
      {dialog === 'propose' && (
        <ReasonDialog
          title={`Propose to publish ${name}`}
          label="Reason"
          button="Propose"
          maxLength={2000}
          hint="Another owner or admin publishes the version."
          about={<WhatChanges version={version} inForce={used} />}
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

/** What is published: the difference to the version in force, and its effect. */
const WhatChanges = ({ version, inForce }: { version: Version; inForce: Version | undefined }) => (
  <>
    {inForce ? (
      <>
        <p className="quiet">Compared with v{inForce.data.version}, which is in force:</p>
        <PolicyChanges before={inForce.data.definition} after={version.data.definition} />
      </>
    ) : (
      <p>No version of the policy is in force.</p>
    )}
    <PolicyEffect version={version} />
  </>
);
