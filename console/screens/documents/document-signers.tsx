import { useState } from 'react';
import { serverNow } from '../../api/clock.ts';
import { useApi } from '../../app.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Pill } from '../../parts/pill.tsx';
import { CopyText } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';
import { CorrectSigner } from './correct-signer.tsx';
import { IdentitySession } from './identity-session.tsx';
import { linkBlocked, reminderBlocked } from './next-step.ts';
import { recordedAs, ShowLinks } from './show-links.tsx';
import { type DocumentRecord, type Signer, stateOf } from './words.ts';

interface Props {
  document: DocumentRecord;
  onChanged(): Promise<unknown>;
}

/** Who signs, how far they are, and what can be done for those who have not. */
export function Signers({ document, onChanged }: Props) {
  const [edited, setEdited] = useState<Signer>();
  return (
    <Card title="Signers">
      {document.signers.length === 0 && <p className="card-body quiet">No signers yet.</p>}
      {document.signers.map((signer) => (
        <OneSigner
          key={signer.id}
          document={document}
          signer={signer}
          onChanged={onChanged}
          onCorrect={() => setEdited(signer)}
        />
      ))}
      {edited && (
        <CorrectSigner document={document} signer={edited} onChanged={onChanged} onClose={() => setEdited(undefined)} />
      )}
    </Card>
  );
}

function OneSigner({ document, signer, onChanged, onCorrect }: Props & { signer: Signer; onCorrect(): void }) {
  const { word, tone } = stateOf(signer, document);
  const { roleId, role, signingOrder, identityCheck, identityVerifiedAt, identitySession } = signer;
  const { remindedAt, delivery, delegations } = signer;
  const isOpen = document.status === 'sent' && signer.status !== 'completed' && signer.status !== 'declined';
  return (
    <div className="card-body stack-s note">
      <div className="between">
        <span className="strong">{signer.name}</span>
        <Pill tone={tone}>{word}</Pill>
      </div>
      <span className="quiet">{signer.email}</span>
      <span className="caption">
        {roleId !== null && `${roleId} · `}
        {role && `${role === 'copy' ? 'gets a copy' : 'approver'} · `}
        {document.signers.length > 1 && `order ${signingOrder} · `}
        {signer.viewedAt ? (
          <>
            opened <Time at={signer.viewedAt} />
          </>
        ) : (
          'not opened yet'
        )}
        {signer.completedAt && (
          <>
            {' '}
            · signed <Time at={signer.completedAt} />
          </>
        )}
        {remindedAt && (
          <>
            {' '}
            · reminded <Time at={remindedAt} />
          </>
        )}
      </span>
      {delegations?.map((one) => (
        <span key={one.at} className="caption pre-wrap">
          In place of {one.name} ({one.email}), who handed over <Time at={one.at} />: {one.reason}
        </span>
      ))}
      {identityCheck && (
        <span className="caption">
          Identity check: emailed code ·{' '}
          {identityVerifiedAt ? (
            <>
              last entered <Time at={identityVerifiedAt} />
            </>
          ) : (
            'not entered yet'
          )}
        </span>
      )}
      {typeof identityCheck === 'object' && identityCheck && <IdentitySession session={identitySession} />}
      {delivery && <Delivery delivery={delivery} />}
      {isOpen && <Moves document={document} signer={signer} onChanged={onChanged} onCorrect={onCorrect} />}
    </div>
  );
}

function Moves({ document, signer, onChanged, onCorrect }: Parameters<typeof OneSigner>[0]) {
  const api = useApi();
  const [link, setLink] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const params = { id: document.id, signerId: signer.id };
  const newLink = async (returnLink: boolean, idempotencyKey: string) => {
    const issued = await api.documents.issueLink({ params, body: { returnLink }, idempotencyKey });
    setAsking(false);
    if (issued.signingUrl) setLink(issued.signingUrl);
    else toast('The new link goes to the signer by email. The earlier one no longer works.');
    await onChanged();
  };
  const remind = async () => {
    await api.documents.remindSigner({ params, idempotencyKey: crypto.randomUUID() });
    toast(`${signer.name} is reminded by email.`);
    await onChanged();
  };
  const of = ` · ${signer.name}`;
  return (
    <>
      <div className="cluster">
        <Button
          size="small"
          aria-label={`Remind${of}`}
          blocked={reminderBlocked(signer, document, serverNow())}
          onClick={() => void remind().catch(toastError)}
        >
          Remind
        </Button>
        <Button size="small" aria-label={`Correct${of}`} onClick={onCorrect}>
          Correct
        </Button>
        <Button size="small" aria-label={`New link${of}`} blocked={linkBlocked(signer)} onClick={() => setAsking(true)}>
          New link
        </Button>
      </div>
      {isAsking && <NewLinkDialog signer={signer} onClose={() => setAsking(false)} onSubmit={newLink} />}
      {link && (
        <div className="notice">
          <p>
            The earlier link no longer works. Give this one to {signer.name} only. {recordedAs('it')}
          </p>
          <code className="pre-wrap">{link}</code>
          <CopyText text={link} label="Copy link" />
        </div>
      )}
    </>
  );
}

/** Asks first, because the link that the signer has stops working. Only the signer gets the new one unless asked for. */
function NewLinkDialog({
  signer,
  onClose,
  onSubmit,
}: {
  signer: Signer;
  onClose(): void;
  onSubmit(returnLink: boolean, idempotencyKey: string): Promise<void>;
}) {
  const [isShown, setShown] = useState(false);
  return (
    <FormDialog
      title={`New link for ${signer.name}`}
      button="Send a new link"
      onClose={onClose}
      onSubmit={(idempotencyKey) => onSubmit(isShown, idempotencyKey)}
    >
      <p>
        A new link is emailed to {signer.email}. The link that {signer.name} has now stops working.
      </p>
      <ShowLinks isOne isShown={isShown} onShown={setShown} />
    </FormDialog>
  );
}

const DELIVERIES = {
  sent: 'Email sent',
  delivered: 'Email delivered',
  bounced: 'Email bounced',
  complained: 'Email reported as spam',
};

const Delivery = ({ delivery: { status, reason, at } }: { delivery: NonNullable<Signer['delivery']> }) => {
  const hasArrived = status === 'sent' || status === 'delivered';
  return (
    <span className={hasArrived ? 'caption' : 'text-bad'}>
      {DELIVERIES[status]}
      {reason && ` (${reason.replaceAll('_', ' ')})`} <Time at={at} />
      {!hasArrived && '. No further email is sent to this address: correct the signer.'}
    </span>
  );
};
