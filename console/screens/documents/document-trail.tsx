import type { Api } from '../../api/client.ts';
import { useApiQuery } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill, type Tone } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { Time } from '../../parts/time.tsx';
import type { Binding } from './verify-trail.ts';
import type { DocumentRecord, Signer } from './words.ts';

type TrailEntry = Awaited<ReturnType<Api['documents']['readDocumentAudit']>>['items'][number];

/** The person who did it, or who it was about, if that is a signer. */
function signerIn(entry: TrailEntry, signers: readonly Signer[]): Signer | undefined {
  const about = entry.details.signerId;
  return signers.find(({ id }) => id === about || entry.actor === `signer:${id}`);
}

const VIEWS: Record<string, string> = { pdf: 'as pages', text: 'as text', guided: 'field by field' };

/** How the client says that it showed the document. */
function shownIn({ details: { shownAs } }: TrailEntry): string | undefined {
  const shown = [shownAs ?? []].flat() as { view: string }[];
  return shown.length === 0 ? undefined : `shown ${shown.map(({ view }) => VIEWS[view] ?? view).join(', ')}`;
}

const BINDINGS: Record<Binding, { word: string; tone: Tone }> = {
  bound: { word: 'Matches the sealed file, checked here', tone: 'ok' },
  unbound: { word: 'Not bound to the sealed file', tone: 'warn' },
  differs: { word: 'Differs from the sealed file', tone: 'bad' },
};

/** Loaded with the first trail. */
const checks = () => import('./verify-trail.ts');

/**
 * What happened to the document, with its hash chain checked in the browser, and compared with the sealed
 * file once there is one.
 */
export function Trail({ document }: { document: DocumentRecord }) {
  const { id, signers, finalSha256 } = document;
  const trail = useApiQuery(['document', id, 'audit'], async (api, signal) => {
    const audit = await api.documents.readDocumentAudit({ params: { id }, signal });
    const { verifyTrail } = await checks();
    return { audit, isIntact: await verifyTrail(audit.items) };
  });
  const items = trail.data?.audit.items;
  const binding = useApiQuery(
    ['document', id, 'binding', finalSha256, items?.at(-1)?.hash],
    async (api, signal) => {
      const pdf = await api.documents.readDocumentPdf({ params: { id }, signal });
      const { verifyBinding } = await checks();
      return verifyBinding(items ?? [], pdf);
    },
    { isOn: finalSha256 !== null && items !== undefined, staleMs: Number.POSITIVE_INFINITY },
  );
  const compared = binding.data && BINDINGS[binding.data];
  return (
    <Card
      title="Audit trail"
      end={
        trail.data &&
        (trail.data.isIntact ? (
          <Pill tone={compared?.tone ?? 'ok'}>{compared?.word ?? 'Hash chain verified here'}</Pill>
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
                  <span className="quiet num">{entry.number}</span> {ACTIONS[entry.action] ?? entry.action}
                  {signerIn(entry, signers) && <span className="quiet"> · {signerIn(entry, signers)?.name}</span>}
                  {shownIn(entry) && <span className="quiet"> · {shownIn(entry)}</span>}
                  {entry.details.pageSession === null && <span className="quiet"> · not on the signing page</span>}
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
      {trail.data && (
        <div className="card-body">
          <Button
            size="small"
            onClick={() =>
              saveFile(`${document.name} trail.json`, JSON.stringify(trail.data.audit, null, 2), 'application/json')
            }
          >
            Download the audit trail
          </Button>
        </div>
      )}
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
  'link.disclosed': 'Link given to the sender',
  'invitation.sent': 'Link emailed',
  'reminder.sent': 'Reminder emailed',
  'sending.changed': 'Expiry or reminders changed',
  'email.bounced': 'Email bounced',
  'email.complained': 'Email reported as spam',
  'document.viewed': 'Opened',
  'consent.accepted': 'Disclosure accepted',
  'identity.code_sent': 'Code emailed',
  'identity.failed': 'Wrong code entered',
  'identity.verified': 'Code entered',
  'identity.check_requested': 'Identity check requested',
  'identity.check_approved': 'Identity check approved',
  'identity.name_differs': 'Identity document has another name',
  'identity.check_withdrawn': 'Identity check no longer approved',
  'field.filled': 'Field filled',
  'signer.delegated': 'Turn handed to another person',
  'signer.signed': 'Signed',
  'signer.approved': 'Approved',
  'document.completed': 'Completed',
  'document.declined': 'Declined',
  'document.voided': 'Voided',
  'document.expired': 'Expired',
  'link.requested': 'New link requested with an expired one',
};
