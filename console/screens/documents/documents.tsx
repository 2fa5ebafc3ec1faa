import { Link } from '@tanstack/react-router';
import { oneOf, pathIn, useAddressQuery, useSetAddressQuery } from '../../address.ts';
import type { Api } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useMode } from '../../app.tsx';
import { NextStep } from '../../domain/next-step.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill, type Tone } from '../../parts/pill.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { OrderSwitch, useOrder } from '../../shell/order-switch.tsx';
import { SavedViews } from '../../shell/saved-views.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { nextStepOf } from './next-step.ts';
import { type ListedDocument, stateOf } from './words.ts';

const FILTERS = ['status', 'order'] as const;

type Status = Awaited<ReturnType<Api['documents']['readDocument']>>['status'];

const STATUSES: Record<Status, { word: string; tone: Tone }> = {
  draft: { word: 'Draft', tone: 'neutral' },
  sent: { word: 'Sent', tone: 'info' },
  completed: { word: 'Completed', tone: 'ok' },
  declined: { word: 'Declined', tone: 'bad' },
  voided: { word: 'Voided', tone: 'neutral' },
  expired: { word: 'Expired', tone: 'warn' },
};

const KEYS = Object.keys(STATUSES) as readonly Status[];

export const DocumentStatus = ({ status }: { status: Status }) => (
  <Pill tone={STATUSES[status]?.tone ?? 'neutral'}>{STATUSES[status]?.word ?? status}</Pill>
);

const SHOWN = 3;

/** Who has the document and since when, or who signed it. */
function Signers({ document }: { document: ListedDocument }) {
  const { has } = nextStepOf(document);
  const since = has[0]?.since;
  const hidden = document.signers.length - SHOWN;
  return (
    <>
      {document.signers.slice(0, SHOWN).map((signer) => (
        <div key={signer.id}>
          {signer.name} <span className="caption">{stateOf(signer, document).word}</span>
        </div>
      ))}
      {hidden > 0 && <div className="caption">and {hidden} more</div>}
      {since && (
        <div className="caption">
          Waiting since <Time at={since} />
        </div>
      )}
    </>
  );
}

/** Documents by status. */
export function Documents() {
  const mode = useMode();
  const status = oneOf(KEYS, useAddressQuery().status);
  const setQuery = useSetAddressQuery();
  const order = useOrder();
  const list = usePages(['documents', status, order], (api, { offset, signal }) =>
    api.documents.listDocuments({ query: { order, status, offset }, signal }),
  );
  return (
    <>
      <TopBar
        title="Documents"
        end={
          <>
            <Link className="button" to={pathIn(mode, 'documents', 'bulk-sends')}>
              Bulk sends
            </Link>
            <Link className="button primary" to={pathIn(mode, 'documents', 'new')}>
              New document
            </Link>
          </>
        }
      >
        <Tabs
          label="Status"
          value={status}
          options={[[undefined, 'All'], ...KEYS.map((key) => [key, STATUSES[key].word] as const)]}
          onValue={(chosen) => void setQuery({ status: chosen })}
        />
        <OrderSwitch />
        <SavedViews screen="documents" filters={FILTERS} />
      </TopBar>
      <div className="page">
        <Card title="Documents">
          <RecordTable
            list={list}
            rows={list.items}
            idOf={({ id }) => id}
            isLink
            empty={
              <Empty title={status ? 'No documents with this status' : 'No documents yet'}>
                <p>A document is created from a template or from a PDF.</p>
                {status ? (
                  <Button onClick={() => void setQuery({ status: undefined })}>All documents</Button>
                ) : (
                  <NextStep to={['documents', 'new']}>New document</NextStep>
                )}
              </Empty>
            }
            columns={[
              {
                title: 'Name',
                cell: ({ id, name }) => (
                  <Link {...ROW} className="strong" to={pathIn(mode, 'documents', id)}>
                    {name}
                  </Link>
                ),
              },
              { title: 'Status', cell: (document) => <DocumentStatus status={document.status} /> },
              { title: 'Signers', cell: (document) => <Signers document={document} /> },
              { title: 'Sent', look: 'quiet', cell: ({ sentAt }) => (sentAt ? <Time at={sentAt} /> : '–') },
              {
                title: 'Expires',
                look: 'quiet',
                cell: (document) =>
                  document.status === 'sent' && document.expiresAt ? <Time at={document.expiresAt} /> : '–',
              },
              { title: 'Created', look: 'quiet', cell: ({ createdAt }) => <Time at={createdAt} /> },
            ]}
          />
        </Card>
      </div>
    </>
  );
}
