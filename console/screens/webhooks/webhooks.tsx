import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pathIn } from '../../address.ts';
import { useApiQuery, useInvalidate, useMode } from '../../app.tsx';
import { SecretOnce } from '../../domain/secret-once.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { RecordList } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** Webhooks of this mode and whether their receivers answer. */
export function Webhooks() {
  const mode = useMode();
  const invalidate = useInvalidate();
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const list = useApiQuery(['webhooks'], (api, signal) => api.webhooks.listWebhooks({ signal }));
  return (
    <>
      <TopBar
        title="Webhooks"
        end={
          <Button look="primary" onClick={() => setCreating(true)}>
            Create a webhook
          </Button>
        }
      />
      <div className="page">
        <Card title="Webhooks">
          <RecordList
            list={list}
            rows={list.data?.items ?? []}
            empty={
              <Empty title="No webhooks in this mode">
                <p>A webhook sends events to your system when something changes.</p>
                <Button onClick={() => setCreating(true)}>Create a webhook</Button>
              </Empty>
            }
          >
            {(webhooks) =>
              webhooks.map(({ id, data }) => (
                <div key={id} className="card-row">
                  <div className="stack-s">
                    <Link {...ROW} className="mono pre-wrap" to={pathIn(mode, 'webhooks', id)}>
                      {data.url}
                    </Link>
                    <span className="caption">
                      {data.description ? `${data.description} · ` : ''}
                      {data.events.join(', ')}
                    </span>
                  </div>
                  <span className="cluster">
                    {data.failingSince && (
                      <span className="text-bad">
                        failing since <Time at={data.failingSince} />
                      </span>
                    )}
                    <WebhookStatus status={data.status} isFailing={data.failingSince !== null} />
                  </span>
                </div>
              ))
            }
          </RecordList>
        </Card>
      </div>
      {isCreating && (
        <WebhookForm
          onClose={() => setCreating(false)}
          onSaved={(created) => {
            setCreating(false);
            setSecret(created);
            void invalidate(['webhooks']);
          }}
        />
      )}
      {secret && (
        <SecretOnce
          title="Webhook created"
          values={[['Signing secret', secret]]}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  );
}

export function WebhookStatus({ status, isFailing }: { status: string; isFailing: boolean }) {
  if (status === 'paused') return <Pill mark="ring">Paused</Pill>;
  if (status === 'disabled') return <Pill tone="bad">Disabled</Pill>;
  return isFailing ? <Pill tone="alert">Failing</Pill> : <Pill tone="ok">Active</Pill>;
}
