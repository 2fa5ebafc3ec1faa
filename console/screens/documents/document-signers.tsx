import { useState } from 'react';
import { useMe } from '../../api/me.ts';
import { useApi } from '../../app.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { CopyText } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';
import { type DocumentRecord, type Signer, stateOf } from './words.ts';

/** Who signs, how far they are, and a new link for those who cannot open theirs. */
export function Signers({ document, onChanged }: { document: DocumentRecord; onChanged(): void }) {
  const api = useApi();
  const [link, setLink] = useState<{ signerId: string; url: string }>();
  const { data: me } = useMe();
  const byEmailOnly = me?.settings.linksByEmailOnly ?? false;
  const newLink = async (signer: Signer) => {
    try {
      const issued = await api.documents.issueLink({
        params: { id: document.id, signerId: signer.id },
        ...(byEmailOnly && { body: { returnLink: false } }),
      });
      if (issued.signingUrl) setLink({ signerId: signer.id, url: issued.signingUrl });
      else toast('The new link goes to the signer by email. The earlier one no longer works.');
      onChanged();
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <Card title="Signers">
      {document.signers.length === 0 && <p className="card-body quiet">No signers yet.</p>}
      {document.signers.map((signer) => {
        const { word, tone } = stateOf(signer, document);
        return (
          <div key={signer.id} className="card-body stack-s note">
            <div className="between">
              <span className="strong">{signer.name}</span>
              <Pill tone={tone}>{word}</Pill>
            </div>
            <span className="quiet">{signer.email}</span>
            <span className="caption">
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
            </span>
            {signer.identityCheck && (
              <span className="caption">
                Identity check: emailed code ·{' '}
                {signer.identityVerifiedAt ? (
                  <>
                    last entered <Time at={signer.identityVerifiedAt} />
                  </>
                ) : (
                  'not entered yet'
                )}
              </span>
            )}
            {signer.delivery && <Delivery delivery={signer.delivery} />}
            {document.status === 'sent' && signer.status !== 'completed' && (
              <div>
                <Button size="small" onClick={() => void newLink(signer)}>
                  {byEmailOnly ? 'Email a new link' : 'New link'}
                </Button>
              </div>
            )}
            {link?.signerId === signer.id && (
              <div className="notice">
                <p>
                  The earlier link no longer works. Give this one to {signer.name} only. The audit trail and the
                  certificate record that you were given it.
                </p>
                <code className="pre-wrap">{link.url}</code>
                <CopyText text={link.url} label="Copy link" />
              </div>
            )}
          </div>
        );
      })}
    </Card>
  );
}

const DELIVERIES = {
  sent: 'Email sent',
  delivered: 'Email delivered',
  bounced: 'Email bounced',
  complained: 'Email reported as spam',
};

const Delivery = ({ delivery }: { delivery: NonNullable<Signer['delivery']> }) => {
  const { status, reason, at } = delivery;
  const hasArrived = status === 'sent' || status === 'delivered';
  return (
    <span className={hasArrived ? 'caption' : 'text-bad'}>
      {DELIVERIES[status]}
      {reason && ` (${reason.replaceAll('_', ' ')})`} <Time at={at} />
    </span>
  );
};
