import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { pathIn, usePathParam } from '../../address.ts';
import { isNotFound, useApi, useApiQuery, useInvalidate, useMode } from '../../app.tsx';
import { NextStep } from '../../domain/next-step.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { Empty, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { NextCard } from './document-next.tsx';
import { Signers } from './document-signers.tsx';
import { Trail } from './document-trail.tsx';
import { KeepingCard } from './keeping-card.tsx';
import { SendingDialog } from './sending-dialog.tsx';
import type { DocumentRecord } from './words.ts';

const PdfView = lazy(() => import('../../parts/pdf-view.tsx').then((module) => ({ default: module.PdfView })));

/** One document: preview, signers, and its audit trail, checked in the browser. */
export function DocumentScreen() {
  const id = usePathParam('id');
  const mode = useMode();
  const api = useApi();
  const invalidate = useInvalidate();
  const [dialog, setDialog] = useState<'void' | 'sending'>();
  const document = useApiQuery(['document', id], (client, signal) =>
    client.documents.readDocument({ params: { id }, signal }),
  );
  const data = document.data;
  const isSealed = data?.finalSha256 != null;
  const canVoid = data?.status === 'draft' || data?.status === 'sent';
  const changed = () => invalidate(['document', id], ['documents']);
  const download = async () => {
    const bytes = await api.documents.readDocumentPdf({ params: { id } });
    saveFile(`${data?.name ?? 'document'}.pdf`, bytes, 'application/pdf');
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
            {data?.status === 'draft' && (
              <Link className="button primary" to={pathIn(mode, 'documents', id, 'prepare')}>
                Prepare and send
              </Link>
            )}
            <Button onClick={() => void download().catch(toastError)}>
              {isSealed ? 'Download the sealed PDF' : 'Download the PDF'}
            </Button>
            <Button
              look="danger"
              blocked={canVoid ? null : 'Only drafts and sent documents can be voided.'}
              onClick={() => setDialog('void')}
            >
              Void
            </Button>
          </>
        }
      />
      <div className="page">
        {isNotFound(document.error) ? (
          <Empty title="There is no document with this id in this mode">
            <NextStep to={['documents']}>All documents</NextStep>
          </Empty>
        ) : (
          <QueryPart query={document} lines={8}>
            {(record) => (
              <div className="columns">
                <div className="stack">
                  <Card title="Preview">
                    <div className="card-body">
                      <Suspense fallback={<Skeleton lines={8} />}>
                        <PdfView
                          queryKey={['document', id, 'pdf', record.finalSha256]}
                          read={(client, signal) => client.documents.readDocumentPdf({ params: { id }, signal })}
                        />
                      </Suspense>
                    </div>
                  </Card>
                  <Trail document={record} />
                </div>
                <div className="stack">
                  <NextCard document={record} />
                  <Signers document={record} onChanged={changed} />
                  <Facts document={record} onSending={() => setDialog('sending')} />
                  <KeepingCard document={record} onChanged={changed} />
                </div>
              </div>
            )}
          </QueryPart>
        )}
      </div>
      {dialog === 'void' && data && (
        <ReasonDialog
          title="Void the document"
          label="Reason"
          button="Void"
          look="danger"
          about={<VoidEffects document={data} />}
          maxLength={1000}
          onClose={() => setDialog(undefined)}
          onSubmit={async (reason, idempotencyKey) => {
            await api.documents.voidDocument({ params: { id }, body: { reason }, idempotencyKey });
            toast('The document is voided.');
            setDialog(undefined);
            await changed();
          }}
        />
      )}
      {dialog === 'sending' && data && (
        <SendingDialog document={data} onChanged={changed} onClose={() => setDialog(undefined)} />
      )}
    </>
  );
}

/** What becomes of a document that is voided. */
function VoidEffects({ document: { status, signers } }: { document: DocumentRecord }) {
  if (status === 'draft') return <p className="quiet">The draft can no longer be sent. This cannot be undone.</p>;
  const signed = signers.filter((signer) => signer.status === 'completed').map(({ name }) => name);
  return (
    <ul className="sentences">
      <li>All signing links stop working. Signers who were invited get an email, without the reason.</li>
      {signed.length > 0 && <li>{signed.join(', ')} signed already. Those signatures are not sealed.</li>}
      <li>The document and its audit trail stay readable here. This cannot be undone.</li>
    </ul>
  );
}

const Facts = ({ document, onSending }: { document: DocumentRecord; onSending(): void }) => (
  <Card
    title="Details"
    end={
      document.status === 'sent' && (
        <Button size="small" onClick={onSending}>
          Expiry and reminders
        </Button>
      )
    }
  >
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
      {document.completedAt && (
        <>
          <dt>Completed</dt>
          <dd>
            <Time at={document.completedAt} style="exact" />
          </dd>
        </>
      )}
      {document.sentAt && (
        <>
          <dt>Notices</dt>
          <dd>{document.noticesTo ? `Emailed to ${document.noticesTo}.` : 'No notices are emailed to the sender.'}</dd>
        </>
      )}
      {document.senderName && (
        <>
          <dt>Sender</dt>
          <dd>{[document.senderName, document.organizationName].filter(Boolean).join(', ')}</dd>
        </>
      )}
      {document.message && (
        <>
          <dt>Message</dt>
          <dd className="pre-wrap">{document.message}</dd>
        </>
      )}
      {document.origin.kind === 'template' && (
        <>
          <dt>{document.origin.templates ? 'Templates' : 'Template'}</dt>
          <dd className="pre-wrap">
            {(document.origin.templates ?? [document.origin])
              .map(({ templateName, templateId, revision }) => `${templateName ?? templateId}, revision ${revision}`)
              .join('\n')}
          </dd>
        </>
      )}
      <dt>SHA-256</dt>
      <dd className="mono">{document.finalSha256 ?? document.sha256}</dd>
    </dl>
    {document.finalSha256 && (
      <p className="card-body">
        Anybody who has the sealed PDF can <a href="/verify">verify it</a> without an account.
      </p>
    )}
  </Card>
);
