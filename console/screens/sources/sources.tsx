import { useState } from 'react';
import { useIsAdmin } from '../../api/me.ts';
import { type RecordOf, useRecords } from '../../api/records.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { ApiReference, IfAllowed } from '../../domain/next-step.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Pill } from '../../parts/pill.tsx';
import { RecordList } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { TopBar } from '../../shell/top-bar.tsx';

type Source = RecordOf<'sources'>;

/** Systems that submit evidence: what each may state, and with which API keys. */
export function Sources() {
  const api = useApi();
  const invalidate = useInvalidate();
  const isAdmin = useIsAdmin();
  const [asked, setAsked] = useState<Source>();
  const list = useRecords('sources', { order: 'newest' });
  return (
    <>
      <TopBar title="Sources" />
      <div className="page stack">
        <RecordList
          list={list}
          rows={list.items}
          empty={
            <Empty title="No sources yet">
              <p>A source is a system that submits evidence, such as an email check. It is created with the API.</p>
              <IfAllowed blocked={isAdmin ? null : 'Owners and admins create sources.'}>
                <ApiReference />
              </IfAllowed>
            </Empty>
          }
        >
          {(sources) =>
            sources.map((source) => (
              <Card
                key={source.id}
                title={source.data.key}
                end={
                  <span className="cluster">
                    {source.data.enabled ? <Pill tone="ok">Enabled</Pill> : <Pill mark="ring">Disabled</Pill>}
                    <Button
                      {...ROW}
                      size="small"
                      blocked={isAdmin ? null : 'Owners and admins change sources.'}
                      onClick={() => setAsked(source)}
                    >
                      {source.data.enabled ? 'Disable' : 'Enable'}
                    </Button>
                  </span>
                }
              >
                <div className="card-body stack-s">
                  <p className="cluster">
                    {source.data.facts.map(({ key, type, itemType }) => (
                      <span key={key} className="tag">
                        <code>{key}</code> {itemType ? `list of ${itemType}` : type}
                      </span>
                    ))}
                  </p>
                  <p className="caption">
                    {source.data.apiKeyIds.length} API {source.data.apiKeyIds.length === 1 ? 'key' : 'keys'} · created{' '}
                    <Time at={source.data.createdAt} />
                  </p>
                </div>
              </Card>
            ))
          }
        </RecordList>
      </div>
      {asked && (
        <FormDialog
          title={asked.data.enabled ? `Disable ${asked.data.key}` : `Enable ${asked.data.key}`}
          button={asked.data.enabled ? 'Disable' : 'Enable'}
          look={asked.data.enabled ? 'danger' : 'primary'}
          onClose={() => setAsked(undefined)}
          onSubmit={async (idempotencyKey) => {
            await api.risk.replaceSourceBindings({
              params: { id: asked.id },
              body: {
                expectedRevision: asked.data.revision,
                apiKeyIds: asked.data.apiKeyIds,
                enabled: !asked.data.enabled,
              },
              idempotencyKey,
            });
            toast(asked.data.enabled ? 'The source is disabled.' : 'The source is enabled.');
            setAsked(undefined);
            await invalidate(['records', 'sources']);
          }}
        >
          <p>
            {asked.data.enabled
              ? 'It can no longer submit evidence. Assessments that used it are no longer current.'
              : 'Its API keys can submit evidence again.'}
          </p>
        </FormDialog>
      )}
    </>
  );
}
