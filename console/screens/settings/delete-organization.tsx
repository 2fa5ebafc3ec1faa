import { useState } from 'react';
import { useMe } from '../../api/me.ts';
import { useApi, useApiQuery, useInvalidate } from '../../app.tsx';
import { ProposeChange, useNeedsTwoForAdmins, useOpenProposals } from '../../domain/organization-proposal.tsx';
import { ProposalNotice, whyAcceptanceIsBlocked } from '../../domain/proposal.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Time } from '../../parts/time.tsx';
import { toastError } from '../../parts/toast.tsx';

/** Requests the deletion of the organization, or revokes the request. */
export function DeleteOrganization() {
  const api = useApi();
  const invalidate = useInvalidate();
  const { data: me } = useMe();
  const [isAsking, setAsking] = useState(false);
  const [confirm, setConfirm] = useState('');
  const organization = useApiQuery(['organization'], (client, signal) =>
    client.organization.readOrganization({ signal }),
  );
  const isOwner = me?.role === 'owner';
  const needsTwo = useNeedsTwoForAdmins();
  const [isProposing, setProposing] = useState(false);
  const open = useOpenProposals(isOwner && needsTwo).find(({ change }) => change.kind === 'deletion');
  const isHeld = Boolean(organization.data?.data.legalHold);
  const whyBlocked = () => {
    if (!isOwner) return 'Only an owner deletes the organization.';
    if (isHeld) return 'The organization is under a legal hold.';
    return needsTwo ? whyAcceptanceIsBlocked(open, me?.userId) : null;
  };
  return (
    <Card title="Delete the organization">
      <QueryPart query={organization} lines={2}>
        {({ id, data }) => (
          <div className="card-body stack-s">
            {data.deletion ? (
              <>
                <p className="text-bad">
                  The erasure of all data begins <Time at={data.deletion.erasesAt} style="exact" />.
                </p>
                <div>
                  <Button
                    blocked={isOwner ? null : 'Only an owner revokes the deletion.'}
                    onClick={() => {
                      api.organization
                        .revokeDeletion({})
                        .then(() => invalidate(['organization']))
                        .catch(toastError);
                    }}
                  >
                    Revoke the deletion
                  </Button>
                </div>
              </>
            ) : (
              <>
                <p>Erases all data of both modes, 24 hours after the request.</p>
                {data.legalHold && (
                  <p>
                    Under a legal hold since <Time at={data.legalHold.placedAt} style="exact" />. Nothing of the
                    organization is deleted until an owner releases it.
                  </p>
                )}
                {open && <ProposalNotice proposal={open} title="Proposed: delete the organization" />}
                <div className="cluster">
                  <Button look="danger" blocked={whyBlocked()} onClick={() => setAsking(true)}>
                    Delete the organization
                  </Button>
                  {isOwner && needsTwo && <Button onClick={() => setProposing(true)}>Propose the deletion</Button>}
                </div>
                {isProposing && <ProposeChange change={{ kind: 'deletion' }} onClose={() => setProposing(false)} />}
              </>
            )}
            {isAsking && (
              <FormDialog
                title="Delete the organization"
                button="Request the deletion"
                look="danger"
                blocked={confirm.trim() === id ? null : 'Type the id of the organization.'}
                onClose={() => setAsking(false)}
                onSubmit={async (idempotencyKey) => {
                  await api.organization.deleteOrganization({
                    body: { confirm: confirm.trim(), ...(open && { proposalId: open.id }) },
                    idempotencyKey,
                  });
                  setAsking(false);
                  await invalidate(['organization']);
                }}
              >
                <p>
                  All subjects, evidence, documents and keys of {me?.settings.name ?? 'this organization'} are erased.
                  Type <code>{id}</code> to confirm.
                </p>
                <TextField label="Id of the organization" value={confirm} onText={setConfirm} autoComplete="off" />
              </FormDialog>
            )}
          </div>
        )}
      </QueryPart>
    </Card>
  );
}
