import type { Api } from '../../api/client.ts';
import { useApiQuery } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Time } from '../../parts/time.tsx';
import type { Signer } from './document-signers.tsx';
import { verifyTrail } from './verify-trail.ts';

type TrailEntry = Awaited<ReturnType<Api['documents']['readDocumentAudit']>>['items'][number];

/** The person who did it, or who it was about, if that is a signer. */
function signerIn(entry: TrailEntry, signers: readonly Signer[]): Signer | undefined {
  const about = entry.details.signerId;
  return signers.find(({ id }) => id === about || entry.actor === `signer:${id}`);
}

/** What happened to the document, with its hash chain checked in the browser. */
export function Trail({ id, signers }: { id: string; signers: readonly Signer[] }) {
  const trail = useApiQuery(['document', id, 'audit'], async (api, signal) => {
    const audit = await api.documents.readDocumentAudit({ params: { id }, signal });
    return { audit, isIntact: await verifyTrail(audit.items) };
  });
  return (
    <Card
      title="Audit trail"
      end={
        trail.data &&
        (trail.data.isIntact ? (
          <Pill tone="ok">Hash chain verified here</Pill>
        ) : (
          <Pill tone="bad">Hash chain broken</Pill>
        ))
      }
    >
      <QueryPart query={trail}>
        {({ audit }) => (
          <ol>
            {audit.items.map((entry) => (
              <li key={entry.number} className="card-row">
                <span>
                  <span className="quiet num">{entry.number}</span>{' '}
                  {ACTIONS[entry.action] ?? entry.action}
                  {signerIn(entry, signers) && (
                    <span className="quiet"> · {signerIn(entry, signers)?.name}</span>
                  )}
                </span>
                <span className="quiet">
                  {entry.actor.startsWith('signer:') ? (
                    entry.ipAddress && <>{entry.ipAddress} · </>
                  ) : (
                    <>
                      <Actor actor={entry.actor} /> ·{' '}
                    </>
                  )}
                  <Time at={entry.at} />
                </span>
              </li>
            ))}
          </ol>
        )}
      </QueryPart>
    </Card>
  );
}

const ACTIONS: Record<string, string> = {
  'document.created': 'Created',
  'document.renamed': 'Renamed',
  'signer.added': 'Signer added',
  'signer.removed': 'Signer removed',
  'signer.corrected': 'Signer corrected',
  'field.created': 'Field added',
  'field.updated': 'Field changed',
  'field.removed': 'Field removed',
  'document.sent': 'Sent',
  'link.issued': 'New link issued',
  'invitation.sent': 'Invitation sent',
  'email.bounced': 'Email bounced',
  'email.complained': 'Email reported as spam',
  'document.viewed': 'Opened',
  'consent.accepted': 'Disclosure accepted',
  'field.filled': 'Field filled',
  'signer.signed': 'Signed',
  'document.completed': 'Completed',
  'document.declined': 'Declined',
  'document.voided': 'Voided',
  'document.expired': 'Expired',
};
