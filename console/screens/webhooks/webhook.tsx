import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { pathIn, useAddressQuery, useGo, usePathParam, useSetAddressQuery } from '../../address.ts';
import { usePages } from '../../api/pages.ts';
import { useApi, useApiQuery, useInvalidate, useMode } from '../../app.tsx';
import { SecretOnce } from '../../domain/secret-once.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { More } from '../../parts/more.tsx';
import { Pill } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Time } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';
import { ROW, useRowKeys } from '../../parts/use-row-keys.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { DeliveryPanel, NextAttempt } from './delivery.tsx';
import { Recover, Replay, TestEvent } from './send-again.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookHealth } from './webhook-health.tsx';
import { WebhookStatus } from './webhooks.tsx';

const STATUSES = [
  [undefined, 'All'],
  ['failed', 'Failed'],
  ['pending', 'Pending'],
  ['succeeded', 'Succeeded'],
] as const;

/** One webhook: its health, its deliveries, and what to do when a receiver failed. */
export function Webhook() {
  const id = usePathParam('id');
  const mode = useMode();
  const api = useApi();
  const go = useGo();
  const invalidate = useInvalidate();
  const [dialog, setDialog] = useState<'edit' | 'test' | 'recover' | 'replay' | 'pause' | 'delete' | 'rotate'>();
  const [secret, setSecret] = useState<string>();
  const webhook = useApiQuery(['webhooks', id], (client, signal) =>
    client.webhooks.readWebhook({ params: { id }, signal }),
  );
  const refresh = useCallback(() => invalidate(['webhooks']), [invalidate]);
  const watch = useWatched(refresh);
  const run = (what: Promise<unknown>, done: string) =>
    void what
      .then(() => {
        toast(done);
        watch();
      })
      .catch(toastError);
  const activate = () =>
    run(
      api.webhooks.updateWebhook({ params: { id }, body: { status: 'active' } }),
      'Active again. Replay events to send what was missed.',
    );
  const data = webhook.data?.data;
  const stopped = data && data.status !== 'active' ? 'Activate the webhook first.' : null;
  return (
    <>
      <TopBar
        title={data?.url ?? '…'}
        crumbs={
          <>
            <Link to={pathIn(mode, 'webhooks')}>Webhooks</Link>
            <span aria-hidden="true">/</span>
          </>
        }
        end={
          <>
            <Button blocked={stopped} onClick={() => setDialog('test')}>
              Send a test event
            </Button>
            <Button blocked={stopped} onClick={() => setDialog('recover')}>
              Resend failed
            </Button>
          </>
        }
      />
      <div className="page stack">
        <QueryPart query={webhook} lines={3}>
          {(record) => (
            <Card
              title="Health"
              end={<WebhookStatus status={record.data.status} isFailing={record.data.failingSince !== null} />}
            >
              <div className="card-body stack">
                <p className="mono pre-wrap">{record.data.url}</p>
                <p className="quiet">
                  {record.data.failingSince ? (
                    <>
                      Every attempt has failed since <Time at={record.data.failingSince} />.{' '}
                    </>
                  ) : (
                    'The last delivery succeeded, or nothing was sent yet. '
                  )}
                  Events: <code>{record.data.events.join(', ')}</code>
                  {record.data.filter && <FilterText filter={record.data.filter} />}
                </p>
                {record.data.status === 'paused' && (
                  <p className="quiet">Paused: events that occur now are not sent later, unless you replay them.</p>
                )}
                <div className="cluster">
                  <Button size="small" onClick={() => setDialog('edit')}>
                    Edit
                  </Button>
                  {record.data.status === 'active' ? (
                    <Button size="small" onClick={() => setDialog('pause')}>
                      Pause
                    </Button>
                  ) : (
                    <Button size="small" onClick={activate}>
                      Activate
                    </Button>
                  )}
                  <Button size="small" blocked={stopped} onClick={() => setDialog('replay')}>
                    Replay events
                  </Button>
                  <Button size="small" onClick={() => setDialog('rotate')}>
                    Rotate the secret
                  </Button>
                  <Button size="small" look="danger" onClick={() => setDialog('delete')}>
                    Delete
                  </Button>
                </div>
              </div>
            </Card>
          )}
        </QueryPart>
        <WebhookHealth id={id} />
        <Deliveries id={id} stopped={stopped} onResent={watch} onTest={() => setDialog('test')} />
      </div>
      {dialog === 'edit' && webhook.data && (
        <WebhookForm
          webhook={webhook.data}
          onClose={() => setDialog(undefined)}
          onSaved={() => {
            setDialog(undefined);
            toast('Saved.');
            void refresh();
          }}
        />
      )}
      {dialog === 'test' && (
        <TestEvent
          id={id}
          onClose={() => setDialog(undefined)}
          onDone={() => {
            setDialog(undefined);
            toast('A test event is on its way.');
            watch();
          }}
        />
      )}
      {dialog === 'recover' && (
        <Recover
          id={id}
          onClose={() => setDialog(undefined)}
          onDone={(count) => {
            setDialog(undefined);
            toast(
              count === 0
                ? 'There is nothing to resend.'
                : `${count >= 1000 ? '1,000 or more' : count} deliveries are sent again.`,
            );
            watch();
          }}
        />
      )}
      {dialog === 'replay' && (
        <Replay
          id={id}
          onClose={() => setDialog(undefined)}
          onDone={() => {
            setDialog(undefined);
            toast('Events are on their way.');
            watch();
          }}
        />
      )}
      {dialog === 'pause' && (
        <FormDialog
          title="Pause the webhook"
          button="Pause"
          onClose={() => setDialog(undefined)}
          onSubmit={async (idempotencyKey) => {
            await api.webhooks.updateWebhook({ params: { id }, body: { status: 'paused' }, idempotencyKey });
            setDialog(undefined);
            toast('Paused.');
            await refresh();
          }}
        >
          <p>Events that occur while it is paused are not sent when it is active again. Replay events to send them.</p>
        </FormDialog>
      )}
      {dialog === 'rotate' && (
        <FormDialog
          title="Rotate the secret"
          button="Rotate"
          onClose={() => setDialog(undefined)}
          onSubmit={async (idempotencyKey) => {
            const rotated = await api.webhooks.rotateWebhookSecret({
              params: { id },
              idempotencyKey,
            });
            setDialog(undefined);
            setSecret(rotated.data.secret);
          }}
        >
          <p>Deliveries are signed with the new and the old secret for 24 hours. Change your receiver in that time.</p>
        </FormDialog>
      )}
      {dialog === 'delete' && (
        <FormDialog
          title="Delete the webhook"
          button="Delete"
          look="danger"
          onClose={() => setDialog(undefined)}
          onSubmit={async (idempotencyKey) => {
            await api.webhooks.deleteWebhook({ params: { id }, idempotencyKey });
            await refresh();
            void go('webhooks');
          }}
        >
          <p>Events are no longer sent to {data?.url}. This cannot be undone.</p>
        </FormDialog>
      )}
      {secret && (
        <SecretOnce title="New secret" values={[['Signing secret', secret]]} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}

const WATCHED_MS = 30_000;
const WATCHED_EVERY_MS = 2_000;

/** Returns a function that refreshes now and, because deliveries take a moment, for half a minute. */
function useWatched(refresh: () => Promise<unknown>) {
  const [untilMs, setUntilMs] = useState(0);
  useEffect(() => {
    if (untilMs === 0) return;
    void refresh();
    const timer = setInterval(() => {
      if (Date.now() < untilMs) void refresh();
      else setUntilMs(0);
    }, WATCHED_EVERY_MS);
    return () => clearInterval(timer);
  }, [untilMs, refresh]);
  return useCallback(() => setUntilMs(Date.now() + WATCHED_MS), []);
}

const FilterText = ({ filter }: { filter: object }) => (
  <>
    . Only:{' '}
    <code>
      {Object.entries(filter)
        .map(([name, values]: [string, readonly string[]]) => `${name} ${values.join(', ')}`)
        .join('; ')}
    </code>
  </>
);

interface DeliveriesProps {
  id: string;
  stopped: string | null;
  onResent(): void;
  onTest(): void;
}

function Deliveries({ id, stopped, onResent, onTest }: DeliveriesProps) {
  const mode = useMode();
  const query = useAddressQuery();
  const setQuery = useSetAddressQuery();
  const status = STATUSES.find(([key]) => key === query.status)?.[0];
  const openId = usePathParam('delivery');
  const navigate = useNavigate();
  /** Opens a delivery below its row, or closes it, and keeps the filter. */
  const toggle = (deliveryId: string) =>
    navigate({
      to: pathIn(mode, 'webhooks', id, ...(deliveryId === openId ? [] : ['deliveries', deliveryId])),
      search: query,
      replace: true,
    });
  useRowKeys();
  const list = usePages(['webhooks', id, 'deliveries', status], (api, { cursor, signal }) =>
    api.webhooks.listDeliveries({ params: { id }, query: { limit: 50, status, cursor }, signal }),
  );
  return (
    <Card
      title="Deliveries"
      end={
        <Tabs
          label="Status"
          value={status}
          options={STATUSES}
          onValue={(chosen) => void setQuery({ status: chosen })}
        />
      }
    >
      <QueryPart query={list}>
        {() => {
          const isListed = list.items.some((delivery) => delivery.id === openId);
          if (list.items.length === 0 && !openId)
            return (
              <Empty title="No deliveries">
                {status === 'failed' && <p>Deliveries that are retried are pending until their last attempt.</p>}
                {status ? (
                  <Button onClick={() => void setQuery({ status: undefined })}>All deliveries</Button>
                ) : (
                  <Button blocked={stopped} onClick={onTest}>
                    Send a test event
                  </Button>
                )}
              </Empty>
            );
          return (
            <ul>
              {openId && !isListed && (
                <li className="note">
                  <DeliveryPanel webhookId={id} deliveryId={openId} stopped={stopped} onResent={onResent} />
                </li>
              )}
              {list.items.map((delivery) => {
                const last = delivery.data.attempts.at(-1);
                const isOpen = openId === delivery.id;
                return (
                  <li key={delivery.id} className="note">
                    <button
                      type="button"
                      className="card-row row-button"
                      {...ROW}
                      aria-expanded={isOpen}
                      onClick={() => void toggle(delivery.id)}
                    >
                      <span className="cluster">
                        <DeliveryStatus status={delivery.data.status} attempts={delivery.data.attempts.length} />
                        <span className="mono">{delivery.data.event}</span>
                      </span>
                      <span className="cluster quiet">
                        {last && <span>{last.status ?? last.error}</span>}
                        {last && delivery.data.status === 'pending' && delivery.data.nextAttemptAt && (
                          <span>
                            next <NextAttempt at={delivery.data.nextAttemptAt} />
                          </span>
                        )}
                        <span>
                          {delivery.data.attempts.length} {delivery.data.attempts.length === 1 ? 'attempt' : 'attempts'}
                        </span>
                        <Time at={delivery.data.createdAt} />
                      </span>
                    </button>
                    {isOpen && (
                      <DeliveryPanel webhookId={id} deliveryId={delivery.id} stopped={stopped} onResent={onResent} />
                    )}
                  </li>
                );
              })}
            </ul>
          );
        }}
      </QueryPart>
      <More list={list} />
    </Card>
  );
}

function DeliveryStatus({ status, attempts }: { status: string; attempts: number }) {
  if (status === 'succeeded') return <Pill tone="ok">Delivered</Pill>;
  if (status === 'failed') return <Pill tone="bad">Failed</Pill>;
  return <Pill mark="ring">{attempts > 0 ? 'Retrying' : 'Pending'}</Pill>;
}
