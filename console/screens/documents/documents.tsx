import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pathIn, useAddressQuery, useSetAddressQuery } from '../../address.ts';
import { useApi, useMode } from '../../app.tsx';
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

const STATUSES: Record<string, { word: string; tone: Tone }> = {
  draft: { word: 'Draft', tone: 'neutral' },
  sent: { word: 'Sent', tone: 'info' },
  completed: { word: 'Completed', tone: 'ok' },
  declined: { word: 'Declined', tone: 'bad' },
  voided: { word: 'Voided', tone: 'neutral' },
  expired: { word: 'Expired', tone: 'warn' },
};

export const DocumentStatus = ({ status }: { status: string }) => (
  <Pill tone={STATUSES[status]?.tone ?? 'neutral'}>{STATUSES[status]?.word ?? status}</Pill>
);

/** Documents by status. */
export function Documents() {
  const api = useApi();
  const mode = useMode();
  const status = useAddressQuery().status;
  const setQuery = useSetAddressQuery();
  const order = useOrder();
  useRowKeys();
  const list = useInfiniteQuery({
    queryKey: [mode, 'documents', status, order],
    queryFn: ({ pageParam, signal }) =>
      api.documents.listDocuments({
        query: {
          order,
          ...(status ? { status } : {}),
          ...(pageParam > 0 ? { offset: pageParam } : {}),
        } as never,
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.nextOffset ?? undefined,
  });
  return (
    <>
      <TopBar title="Documents">
        <fieldset className="tabs" aria-label="Status">
          <button type="button" aria-pressed={!status} onClick={() => void setQuery({ status: undefined })}>
            All
          </button>
          {Object.entries(STATUSES).map(([key, { word }]) => (
            <button
              key={key}
              type="button"
              aria-pressed={status === key}
              onClick={() => void setQuery({ status: key })}
            >
              {word}
            </button>
          ))}
        </fieldset>
        <OrderSwitch />
        <SavedViews screen="documents" filters={FILTERS} />
      </TopBar>
      <div className="page">
        <Card title="Documents">
          <QueryPart query={list}>
            {({ pages }) => {
              const items = pages.flatMap((page) => page.items);
              return items.length === 0 ? (
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
                      {items.map((document) => (
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
              );
            }}
          </QueryPart>
          <More list={list} />
        </Card>
      </div>
    </>
  );
}
