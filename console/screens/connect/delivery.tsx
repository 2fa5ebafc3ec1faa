import { useApi, useApiQuery, useInvalidate } from '../../app.tsx';
import { Button } from '../../parts/button.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Time } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';

/** What was sent, with every attempt and answer. */
export function DeliveryPanel({
  webhookId,
  deliveryId,
  stopped,
}: {
  webhookId: string;
  deliveryId: string;
  /** Why nothing is sent now. */
  stopped: string | null;
}) {
  const api = useApi();
  const invalidate = useInvalidate();
  const delivery = useApiQuery(['webhooks', webhookId, 'delivery', deliveryId], (client, signal) =>
    client.webhooks.readDelivery({ params: { id: webhookId, deliveryId }, signal }),
  );
  const resend = async () => {
    try {
      await api.webhooks.retryDelivery({ params: { id: webhookId, deliveryId } });
      toast('The delivery is sent again.');
      await invalidate(['webhooks', webhookId]);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <QueryPart query={delivery}>
      {({ data }) => (
        <div className="card-body stack delivery">
          <div className="scroll-x">
            <table className="table">
              <thead>
                <tr>
                  <th>Attempt</th>
                  <th>Answer</th>
                  <th className="right">Time</th>
                  <th>Response</th>
                </tr>
              </thead>
              <tbody>
                {data.attempts.map((attempt, index) => (
                  <tr key={attempt.at}>
                    <td>
                      {index + 1} · <Time at={attempt.at} />
                    </td>
                    <td className={attempt.status !== null && attempt.status < 300 ? 'text-ok' : 'text-bad'}>
                      {attempt.status ?? attempt.error}
                    </td>
                    <td className="right num">{attempt.latencyMs} ms</td>
                    <td className="mono pre-wrap">{attempt.preview ?? ''}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {data.nextAttemptAt && (
            <p className="quiet">
              Next attempt <Time at={data.nextAttemptAt} />
            </p>
          )}
          <details>
            <summary>Headers as sent</summary>
            <pre className="code">
              {Object.entries(data.headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
            </pre>
          </details>
          <div className="stack-s">
            <span className="label">Payload</span>
            <pre className="code">{pretty(data.payload)}</pre>
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

function pretty(payload: unknown): string {
  if (typeof payload !== 'string') return JSON.stringify(payload, null, 2);
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
