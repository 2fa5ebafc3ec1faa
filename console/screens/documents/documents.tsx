import { Link } from '@tanstack/react-router';
import { oneOf, pathIn, useAddressQuery, useSetAddressQuery } from '../../address.ts';
import type { Api } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useMode } from '../../app.tsx';
import { Card } from '../../parts/card.tsx';
import { More } from '../../parts/more.tsx';
import { Pill, type Tone } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW, useRowKeys } from '../../parts/use-row-keys.ts';
import { OrderSwitch, useOrder } from '../../shell/order-switch.tsx';
import { SavedViews } from '../../shell/saved-views.tsx';
import { TopBar } from '../../shell/top-bar.tsx';

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

/** Documents by status. */
export function Documents() {
  const mode = useMode();
  const status = oneOf(KEYS, useAddressQuery().status);
  const setQuery = useSetAddressQuery();
  const order = useOrder();
  useRowKeys();
  const list = usePages(['documents', status, order], (api, { offset, signal }) =>
    api.documents.listDocuments({ query: { order, status, offset }, signal }),
  );
  return (
    <>
      <TopBar title="Documents">
        <fieldset className="tabs" aria-label="Status">
          <button type="button" aria-pressed={!status} onClick={() => void setQuery({ status: undefined })}>
            All
          </button>
          {KEYS.map((key) => (
            <button
              key={key}
              type="button"
              aria-pressed={status === key}
              onClick={() => void setQuery({ status: key })}
            >
              {STATUSES[key].word}
            </button>
          ))}
        </fieldset>
        <OrderSwitch />
        <SavedViews screen="documents" filters={FILTERS} />
      </TopBar>
      <div className="page">
        <Card title="Documents">
          <QueryPart query={list}>
            {() =>
              list.items.length === 0 ? (
                <Empty title={status ? 'No documents with this status' : 'No documents yet'}>
                  <p>Documents are created from a template or a PDF by the API.</p>
                </Empty>
              ) : (
                <div className="scroll-x">
                  <table className="table">
                    <thead>
                      <tr>
                        <th>Name</th>
                        <th>Status</th>
                        <th>Sent</th>
                        <th>Expires</th>
                        <th>Created</th>
                      </tr>
                    </thead>
                    <tbody>
                      {list.items.map((document) => (
                        <tr key={document.id} className="is-link">
                          <td>
                            <Link {...ROW} className="strong" to={pathIn(mode, 'documents', document.id)}>
                              {document.name}
                            </Link>
                          </td>
                          <td>
                            <DocumentStatus status={document.status} />
                          </td>
                          <td className="quiet">{document.sentAt ? <Time at={document.sentAt} /> : '–'}</td>
                          <td className="quiet">
                            {document.status === 'sent' && document.expiresAt ? <Time at={document.expiresAt} /> : '–'}
                          </td>
                          <td className="quiet">
                            <Time at={document.createdAt} />
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              )
            }
          </QueryPart>
          <More list={list} />
        </Card>
      </div>
    </>
  );
}
