import { useState } from 'react';
import { useAddressQuery, useSetAddressQuery } from '../../address.ts';
import { useApiQuery } from '../../app.tsx';
import { useShortcuts } from '../../keys.ts';
import { Card } from '../../parts/card.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { DeliveryColumns, DeliveryHoursTable } from '../../pictures/delivery-columns.tsx';
import { count, latency } from '../../pictures/delivery-columns-layout.ts';

const SPANS = [
  ['24', '24 hours'],
  ['168', '7 days'],
] as const;

/** Attempts by hour, so that it is visible since when a receiver fails. */
export function WebhookHealth({ id }: { id: string }) {
  const query = useAddressQuery();
  const setQuery = useSetAddressQuery();
  const [isTable, setTable] = useState(false);
  useShortcuts('Pictures', [{ keys: 't', label: 'Show or hide the table', run: () => setTable(!isTable) }]);
  const hours = query.hours === '24' ? '24' : '168';
  const stats = useApiQuery(['webhooks', id, 'stats', hours], (client, signal) =>
    client.webhooks.readWebhookStats({ params: { id }, query: { hours }, signal }),
  );
  return (
    <Card
      title="Attempts per hour"
      end={
        <fieldset className="tabs" aria-label="Period">
          {SPANS.map(([key, label]) => (
            <button
              key={key}
              type="button"
              aria-pressed={hours === key}
              onClick={() => void setQuery({ hours: key === '24' ? key : undefined })}
            >
              {label}
            </button>
          ))}
        </fieldset>
      }
    >
      <QueryPart query={stats} lines={3}>
        {({ total, hours: counted }) =>
          total.succeeded + total.failed === 0 ? (
            <p className="card-body quiet">No attempts in this period.</p>
          ) : (
            <div className="card-body stack">
              <dl className="figures">
                <div>
                  <dt>Succeeded</dt>
                  <dd>{count(total.succeeded)}</dd>
                </div>
                <div>
                  <dt>Failed</dt>
                  <dd className={total.failed > 0 ? 'is-bad' : undefined}>{count(total.failed)}</dd>
                </div>
                <div>
                  <dt>Response time, p95</dt>
                  <dd>{latency(total.p95LatencyMs)}</dd>
                </div>
              </dl>
              <DeliveryColumns hours={counted} />
              <details open={isTable} onToggle={(event) => setTable(event.currentTarget.open)}>
                <summary>Show as a table</summary>
                <DeliveryHoursTable hours={counted} />
              </details>
            </div>
          )
        }
      </QueryPart>
    </Card>
  );
}
