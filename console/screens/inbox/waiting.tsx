import { useRequestsOf } from '../../api/requests.ts';
import type { WorkItem } from '../../api/work.ts';
import { RequestItem, WaitsFor } from '../../domain/requests.tsx';
import { QueryPart } from '../../parts/query-part.tsx';

/** Whom the subject of a row waits for. */
export function RowWaits({ requests }: Pick<WorkItem, 'requests'>) {
  const first = requests?.waitsFor[0];
  return first ? (
    <>
      <WaitsFor request={first} more={(requests?.open ?? 1) - 1} /> ·{' '}
    </>
  ) : null;
}

/** The open requests of the selected subject. They are read only if the row has some. */
export function PanelRequests({ item: { subject, requests } }: { item: WorkItem }) {
  const list = useRequestsOf(subject.id, requests !== undefined);
  if (!requests) return null;
  return (
    <section className="card" aria-label="Requests">
      <div className="card-head">
        <h3>Requests</h3>
        <span className="quiet num">{requests.open}</span>
      </div>
      <QueryPart query={list} lines={3}>
        {({ items }) =>
          items.filter(({ data }) => data.status === 'open').map((one) => <RequestItem key={one.id} request={one} />)
        }
      </QueryPart>
    </section>
  );
}
