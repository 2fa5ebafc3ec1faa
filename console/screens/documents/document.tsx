import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { pathIn, usePathParam } from '../../address.ts';
import { isNotFound, useApi, useApiQuery, useInvalidate, useMode } from '../../app.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { Signers } from './document-signers.tsx';
import { Trail } from './document-trail.tsx';
import { DocumentStatus } from './documents.tsx';
import type { DocumentRecord } from './words.ts';

const PdfView = lazy(() => import('../../parts/pdf-view.tsx').then((module) => ({ default: module.PdfView })));

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
                          read={(client, signal) => client.documents.readDocumentPdf({ params: { id }, signal })}
                        />
                      </Suspense>
                    </div>
                  </Card>
                  <Trail document={record} />
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
            {document.origin.templateName ?? document.origin.templateId}, revision {document.origin.revision}
          </dd>
        </>
      )}
      <dt>SHA-256</dt>
      <dd className="mono">{document.finalSha256 ?? document.sha256}</dd>
    </dl>
  </Card>
);
