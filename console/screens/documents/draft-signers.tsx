import { useState } from 'react';
import { isProblem } from '../../api/problem.ts';
import { useApi } from '../../app.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { toastError } from '../../parts/toast.tsx';
import { CorrectSigner } from './correct-signer.tsx';
import { faultsBelow } from './document-draft.ts';
import { LANGUAGES, NEW_OTHER, NEW_SIGNER, type SignerText, signerOf } from './sending.ts';
import { OTHER_ROLES, ROLES, SignerFields, signerBlocked } from './signer-fields.tsx';
import type { DocumentRecord, Signer } from './words.ts';

interface Props {
  document: DocumentRecord;
  onChanged(): Promise<unknown>;
}

/** The signers of a draft. Those of a template have a role and stay; approvers and copies come and go. */
export function DraftSigners({ document, onChanged }: Props) {
  const api = useApi();
  const [isAdding, setAdding] = useState(false);
  const [edited, setEdited] = useState<Signer>();
  const isOfTemplate = document.origin.kind === 'template';
  const remove = (signer: Signer) =>
    api.documents.removeSigner({ params: { id: document.id, signerId: signer.id } }).then(onChanged, toastError);
  return (
    <Card
      title="Signers"
      end={
        <Button size="small" onClick={() => setAdding(true)}>
          {isOfTemplate ? 'Add an approver or copy' : 'Add a signer'}
        </Button>
      }
    >
      {document.signers.length === 0 && <p className="card-body quiet">No signers yet.</p>}
      {document.signers.map((signer) => (
        <div key={signer.id} className="card-row">
          <span>
            <span className="strong">{signer.name}</span> <span className="quiet">{signer.email}</span>
            <span className="caption pre-wrap">{factsOf(signer)}</span>
          </span>
          <span className="cluster">
            <Button size="small" aria-label={`Edit ${signer.name}`} onClick={() => setEdited(signer)}>
              Edit
            </Button>
            {signer.roleId === null && (
              <Button
                size="small"
                look="plain"
                aria-label={`Remove ${signer.name}`}
                onClick={() => void remove(signer)}
              >
                Remove
              </Button>
            )}
          </span>
        </div>
      ))}
      {isAdding && <AddSigner document={document} onChanged={onChanged} onClose={() => setAdding(false)} />}
      {edited && (
        <CorrectSigner document={document} signer={edited} onChanged={onChanged} onClose={() => setEdited(undefined)} />
      )}
    </Card>
  );
}

const factsOf = ({ roleId, role, signingOrder, language, identityCheck }: Signer) =>
  [
    ...(role ? [role === 'copy' ? 'gets a copy' : 'approver'] : []),
    ...(roleId === null ? [] : [`role ${roleId}`]),
    `order ${signingOrder}`,
    ...(language ? [LANGUAGES[language]] : []),
    ...(identityCheck ? [identityCheck === 'email_code' ? 'emailed code' : 'emailed code, then a workflow'] : []),
  ].join(' · ');

function AddSigner({ document, onChanged, onClose }: Props & { onClose(): void }) {
  const api = useApi();
  const next = Math.max(0, ...document.signers.map(({ signingOrder }) => signingOrder)) + 1;
  const isOfTemplate = document.origin.kind === 'template';
  const [signer, setSigner] = useState<SignerText>({
    ...(isOfTemplate ? NEW_OTHER : NEW_SIGNER),
    order: String(next),
  });
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  return (
    <FormDialog
      title={isOfTemplate ? 'Add an approver or copy' : 'Add a signer'}
      button="Add"
      blocked={signerBlocked(signer)}
      onClose={onClose}
      onSubmit={async (idempotencyKey) => {
        try {
          await api.documents.addSigner({ params: { id: document.id }, body: signerOf(signer), idempotencyKey });
        } catch (problem) {
          setFaults(faultsBelow('', isProblem(problem) ? problem.issues : []));
          throw problem;
        }
        await onChanged();
        onClose();
      }}
    >
      <SignerFields
        signer={signer}
        faults={faults}
        hasFocus
        roles={isOfTemplate ? OTHER_ROLES : ROLES}
        onChange={(part) => setSigner((before) => ({ ...before, ...part }))}
      />
    </FormDialog>
  );
}
