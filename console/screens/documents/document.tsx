import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { pathIn, usePathParam } from '../../address.ts';
import type { Api } from '../../api/client.ts';
import { isNotFound, useApi, useApiQuery, useInvalidate, useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill, type Tone } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { CopyText, Empty, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { DocumentStatus } from './documents.tsx';
import { verifyTrail } from './verify-trail.ts';

type DocumentRecord = Awaited<ReturnType<Api['documents']['readDocument']>>;
type Signer = DocumentRecord['signers'][number];
type TrailEntry = Awaited<ReturnType<Api['documents']['readDocumentAudit']>>['items'][number];

const PdfView = lazy(() =>
  import('../../parts/pdf-view.tsx').then((module) => ({ default: module.PdfView })),
);

/** One document: preview, signers, and its audit trail, checked in the browser. */
export function DocumentScreen() {
  const id = usePathParam('id');
  const mode = useMode();
  const api = useApi();
  const invalidate = useInvalidate();
  const [isVoiding, setVoiding] = useState(false);
  const document = useApiQuery(['document', id], (client, signal) =>
    client.documents.readDocument({ params: { id }, signal }),
  );
  const data = document.data;
  const canVoid = data?.status === 'draft' || data?.status === 'sent';
  const download = async () => {
    try {
      const bytes = await api.documents.readDocumentPdf({ params: { id } });
      const url = URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'application/pdf' }));
      const link = window.document.createElement('a');
      link.href = url;
      link.download = `${data?.name ?? 'document'}.pdf`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <>
      <TopBar
        title={data?.name ?? '…'}
        crumbs={
          <>
            <Link to={pathIn(mode, 'documents')}>Documents</Link>
            <span aria-hidden="true">/</span>
          </>
        }
        end={
          <>
            <Button onClick={() => void download()}>Download the PDF</Button>
            <Button
              look="danger"
              blocked={canVoid ? null : 'Only drafts and sent documents can be voided.'}
              onClick={() => setVoiding(true)}
            >
              Void
            </Button>
          </>
        }
      />
      <div className="page">
        {isNotFound(document.error) ? (
          <Empty title="There is no document with this id in this mode" />
        ) : (
          <QueryPart query={document} lines={8}>
            {(record) => (
              <div className="columns">
                <div className="stack">
                  <Card title="Preview" end={<DocumentStatus status={record.status} />}>
                    <div className="card-body">
                      <Suspense fallback={<Skeleton lines={8} />}>
                        <PdfView
                          queryKey={['document', id, 'pdf', record.finalSha256]}
                          read={(client, signal) =>
                            client.documents.readDocumentPdf({ params: { id }, signal })
                          }
                        />
                      </Suspense>
                    </div>
                  </Card>
                  <Trail id={id} signers={record.signers} />
                </div>
                <div className="stack">
                  <Signers document={record} onChanged={() => void invalidate(['document', id])} />
                  <Facts document={record} />
                </div>
              </div>
            )}
          </QueryPart>
        )}
      </div>
      {isVoiding && (
        <ReasonDialog
          title="Void the document"
          label="Reason"
          button="Void"
          look="danger"
          hint="Signers can no longer open or sign it. This cannot be undone."
          maxLength={1000}
          onClose={() => setVoiding(false)}
          onSubmit={async (reason, idempotencyKey) => {
            await api.documents.voidDocument({ params: { id }, body: { reason }, idempotencyKey });
            toast('The document is voided.');
            setVoiding(false);
            await invalidate(['document', id], ['documents']);
          }}
        />
      )}
    </>
  );
}

const SIGNER_STATUSES: Record<Signer['status'], { word: string; tone: Tone }> = {
  waiting: { word: 'Not their turn', tone: 'neutral' },
  ready: { word: 'Can sign', tone: 'info' },
  completed: { word: 'Signed', tone: 'ok' },
  declined: { word: 'Declined', tone: 'bad' },
};

function Signers({ document, onChanged }: { document: DocumentRecord; onChanged(): void }) {
  const api = useApi();
  const [link, setLink] = useState<{ name: string; url: string }>();
  const newLink = async (signer: Signer) => {
    try {
      const issued = await api.documents.issueLink({
        params: { id: document.id, signerId: signer.id },
      });
      setLink({ name: signer.name, url: issued.signingUrl });
      onChanged();
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <Card title="Signers">
      {document.signers.length === 0 && <p className="card-body quiet">No signers yet.</p>}
      {document.signers.map((signer) => {
        const { word, tone } = SIGNER_STATUSES[signer.status];
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
            {signer.delivery && signer.delivery.status !== 'sent' && (
              <span className="text-bad">Email: {signer.delivery.status.replaceAll('_', ' ')}</span>
            )}
            {document.status === 'sent' && signer.status !== 'completed' && (
              <div>
                <Button size="small" onClick={() => void newLink(signer)}>
                  New link
                </Button>
              </div>
            )}
            {link?.name === signer.name && (
              <div className="notice">
                <p>The earlier link no longer works. Give this one to {signer.name} only.</p>
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

const Facts = ({ document }: { document: DocumentRecord }) => (
  <Card title="Details">
    <dl className="facts card-body">
      <dt>Created</dt>
      <dd>
        <Time at={document.createdAt} style="exact" />
      </dd>
      {document.sentAt && (
        <>
          <dt>Sent</dt>
          <dd>
            <Time at={document.sentAt} style="exact" />
          </dd>
        </>
      )}
      {document.status === 'sent' && document.expiresAt && (
        <>
          <dt>Expires</dt>
          <dd>
            <Time at={document.expiresAt} style="exact" />
          </dd>
        </>
      )}
      {document.closeReason && (
        <>
          <dt>Reason</dt>
          <dd>{document.closeReason}</dd>
        </>
      )}
      {document.origin.kind === 'template' && (
        <>
          <dt>Template</dt>
          <dd>
            {document.origin.templateName ?? document.origin.templateId}, revision{' '}
            {document.origin.revision}
          </dd>
        </>
      )}
      <dt>SHA-256</dt>
      <dd className="mono">{document.finalSha256 ?? document.sha256}</dd>
    </dl>
  </Card>
);

/** The person who did it, or who it was about, if that is a signer. */
function signerIn(entry: TrailEntry, signers: readonly Signer[]): Signer | undefined {
  const about = entry.details.signerId;
  return signers.find(({ id }) => id === about || entry.actor === `signer:${id}`);
}

function Trail({ id, signers }: { id: string; signers: readonly Signer[] }) {
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
