import { serverNow } from '../../api/clock.ts';
import { useApi, useApiQuery } from '../../app.tsx';
import { Button } from '../../parts/button.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Table } from '../../parts/record-table.tsx';
import { Code } from '../../parts/scrolling.tsx';
import { Time } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';

/** What was sent, with every attempt and answer. */
export function DeliveryPanel({
  webhookId,
  deliveryId,
  stopped,
  onResent,
}: {
  webhookId: string;
  deliveryId: string;
  /** Why nothing is sent now. */
  stopped: string | null;
  onResent(): void;
}) {
  const api = useApi();
  const delivery = useApiQuery(['webhooks', webhookId, 'delivery', deliveryId], (client, signal) =>
    client.webhooks.readDelivery({ params: { id: webhookId, deliveryId }, signal }),
  );
  const resend = async () => {
    try {
      await api.webhooks.retryDelivery({ params: { id: webhookId, deliveryId } });
      toast('The delivery is sent again.');
      onResent();
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <QueryPart query={delivery}>
      {({ data }) => (
        <div className="card-body stack delivery">
          <Table
            rows={data.attempts.map((attempt, index) => ({ ...attempt, number: index + 1 }))}
            idOf={({ at }) => at}
            columns={[
              {
                title: 'Attempt',
                cell: ({ number, at }) => (
                  <>
                    {number} · <Time at={at} />
                  </>
                ),
              },
              {
                title: 'Answer',
                cell: ({ status, error }) => (
                  <span className={status !== null && status < 300 ? 'text-ok' : 'text-bad'}>{status ?? error}</span>
                ),
              },
              { title: 'Time', look: 'right num', cell: ({ latencyMs }) => `${latencyMs} ms` },
              { title: 'Response', look: 'mono pre-wrap', cell: ({ preview }) => preview ?? '' },
            ]}
          />
          {data.nextAttemptAt && (
            <p className="quiet">
              Next attempt <NextAttempt at={data.nextAttemptAt} />
            </p>
          )}
          <details>
            <summary>Headers as sent</summary>
            <Code label="Headers as sent">
              {Object.entries(data.headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
            </Code>
          </details>
          <div className="stack-s">
            <span className="label">Payload</span>
            <Code label="Payload">{pretty(data.payload)}</Code>
          </div>
          <div>
            <Button
              blocked={data.status === 'pending' ? 'It is pending already.' : stopped}
              onClick={() => void resend()}
            >
              Send again
            </Button>
          </div>
        </div>
      )}
    </QueryPart>
  );
}

const SHORT_SECONDS = 120;

/** Attempts are a minute or so apart, so seconds matter. */
export function NextAttempt({ at }: { at: string }) {
  const seconds = Math.round((Date.parse(at) - serverNow()) / 1000);
  if (seconds <= 0) return 'is due';
  if (seconds >= SHORT_SECONDS) return <Time at={at} />;
  return (
    <time dateTime={at} className="num">
      in {seconds} s
    </time>
  );
}

function pretty(payload: unknown): string {
  if (typeof payload !== 'string') return JSON.stringify(payload, null, 2);
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
