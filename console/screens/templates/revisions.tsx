import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { oneOf, pathIn, useAddressQuery, usePathParam, useSetAddressQuery } from '../../address.ts';
import { isNotFound, useApi, useApiQuery, useInvalidate, useMode } from '../../app.tsx';
import { useActorName, useApiKeyNames } from '../../domain/actor.tsx';
import { NextStep } from '../../domain/next-step.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Difference } from '../../parts/difference.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { TopBar } from '../../shell/top-bar.tsx';

const SIDES = [
  ['before', 'The revision before it'],
  ['current', 'The current revision'],
] as const;

/** Who changed a template and when; each revision can be compared and restored. */
export function TemplateRevisions() {
  const id = usePathParam('id');
  const mode = useMode();
  const { revision: chosen, against } = useAddressQuery();
  const setQuery = useSetAddressQuery();
  const list = useApiQuery(['template', id, 'revisions'], (api, signal) =>
    api.documents.listTemplateRevisions({ params: { id }, signal }),
  );
  const items = list.data?.items ?? [];
  const nameOf = useActorName(useApiKeyNames(items.flatMap(({ revisedBy }) => revisedBy ?? [])));
  const current = items[0]?.revision;
  const selected = items.find(({ revision }) => String(revision) === chosen) ?? items[0];
  const side = oneOf(['before', 'current'], against) ?? 'before';
  const earlier = items.find(({ revision }) => revision < (selected?.revision ?? 0))?.revision;
  const other = side === 'current' ? current : earlier;
  return (
    <>
      <TopBar
        title="Revisions"
        crumbs={
          <>
            <Link to={pathIn(mode, 'templates', id)}>Template</Link>
            <span aria-hidden="true">/</span>
          </>
        }
      />
      <div className="page">
        {isNotFound(list.error) ? (
          <Empty title="There is no template with this id in this mode">
            <NextStep to={['templates']}>All templates</NextStep>
          </Empty>
        ) : (
          <QueryPart query={list} lines={6}>
            {({ items: revisions }) => (
              <div className="columns">
                <div className="stack">
                  {selected && (
                    <Card
                      title={`Revision ${selected.revision}`}
                      end={
                        selected.revision !== current &&
                        current !== undefined && <Restore id={id} revision={selected.revision} current={current} />
                      }
                    >
                      <div className="card-body cluster">
                        <span>Compared with</span>
                        <Tabs
                          label="Compared with"
                          value={side}
                          options={SIDES}
                          onValue={(value) => void setQuery({ against: value })}
                        />
                      </div>
                      {other === undefined || other === selected.revision ? (
                        <p className="card-body quiet">
                          {other === undefined
                            ? 'There is no earlier revision to compare with.'
                            : 'This is the current revision.'}
                        </p>
                      ) : (
                        <Compared
                          id={id}
                          older={Math.min(other, selected.revision)}
                          newer={Math.max(other, selected.revision)}
                        />
                      )}
                    </Card>
                  )}
                </div>
                <Card title="Revisions">
                  <ol className="plain-list" reversed>
                    {revisions.map(({ revision, revisedAt, revisedBy, restoredFrom }) => (
                      <li key={revision} className="card-row">
                        <button
                          type="button"
                          className="link"
                          aria-current={revision === selected?.revision}
                          onClick={() => void setQuery({ revision: String(revision) })}
                        >
                          Revision {revision}
                        </button>
                        <span className="quiet">
                          {revisedBy ? nameOf(revisedBy) : 'Author not recorded'}, <Time at={revisedAt} />
                          {restoredFrom !== null && `, restored from ${restoredFrom}`}
                        </span>
                      </li>
                    ))}
                  </ol>
                </Card>
              </div>
            )}
          </QueryPart>
        )}
      </div>
    </>
  );
}

function Compared({ id, older, newer }: { id: string; older: number; newer: number }) {
  const both = useApiQuery(
    ['template', id, 'revisions', older, newer],
    (api, signal) =>
      Promise.all(
        [older, newer].map((revision) =>
          api.documents.readTemplateRevision({ params: { id, revision: String(revision) }, signal }),
        ),
      ),
    { staleMs: Number.POSITIVE_INFINITY },
  );
  return (
    <QueryPart query={both} lines={8}>
      {([before, after]) => {
        if (!before || !after) return null;
        const json = (value: unknown) => JSON.stringify(value, null, 2);
        const settings = ({ pageSize, language, images }: typeof before) => json({ pageSize, language, images });
        return (
          <div className="card-body stack">
            <p className="quiet">
              What changed from revision {older} to {newer}
            </p>
            {before.source === null ? (
              <Difference before={json(before.fields)} after={json(after.fields)} />
            ) : (
              <>
                <h3>Source</h3>
                <Difference before={before.source} after={after.source ?? ''} />
                <h3>Sample data</h3>
                <Difference before={json(before.sampleData)} after={json(after.sampleData)} />
                <h3>Settings</h3>
                <Difference before={settings(before)} after={settings(after)} />
              </>
            )}
          </div>
        );
      }}
    </QueryPart>
  );
}

function Restore({ id, revision, current }: { id: string; revision: number; current: number }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Restore…
      </Button>
      {isOpen && (
        <FormDialog
          title={`Restore revision ${revision}`}
          button="Restore"
          onClose={() => setOpen(false)}
          onSubmit={async (idempotencyKey) => {
            const restored = await api.documents.restoreTemplateRevision({
              params: { id, revision: String(revision) },
              body: { revision: current },
              idempotencyKey,
            });
            toast(`Revision ${revision} is restored as revision ${restored.revision}.`);
            setOpen(false);
            await invalidate(['template', id], ['templates']);
          }}
        >
          <p>
            Its content becomes revision {current + 1}. Revision {current} stays in the list, and documents created
            earlier do not change.
          </p>
        </FormDialog>
      )}
    </>
  );
}
