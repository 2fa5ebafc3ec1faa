import { useMemo, useState } from 'react';
import { serverNow } from '../../api/clock.ts';
import { useIsAdmin } from '../../api/me.ts';
import { usePages } from '../../api/pages.ts';
import { useRecords } from '../../api/records.ts';
import { useApi, useInvalidate, useMode } from '../../app.tsx';
import { IfAllowed } from '../../domain/next-step.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { SecretOnce } from '../../domain/secret-once.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { DAY, HOUR } from '../../parts/duration.ts';
import { CheckboxSet, SelectField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Pill } from '../../parts/pill.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { TopBar } from '../../shell/top-bar.tsx';

const MODULES = ['risk', 'screening', 'verification', 'documents', 'webhooks', 'jobs'] as const;
const SCOPES = ['all', 'read', ...MODULES.flatMap((module) => [module, `${module}:read`] as const)] as const;
type Scope = (typeof SCOPES)[number];

/** API keys of this mode: create, see the last use, revoke. */
export function ApiKeys() {
  const mode = useMode();
  const isAdmin = useIsAdmin();
  const api = useApi();
  const invalidate = useInvalidate();
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<{ id: string; name: string }>();
  const [secret, setSecret] = useState<{ key: string; secret: string }>();
  const list = usePages(['keys'], (client, { offset, signal }) =>
    client.organization.listApiKeys({ query: { order: 'newest', offset }, signal }),
  );
  const sources = useRecords('sources');
  const sourcesOf = (id: string) =>
    sources.items.filter(({ data }) => data.apiKeyIds.includes(id)).map(({ data }) => data.key);
  return (
    <>
      <TopBar
        title="API keys"
        end={
          <Button
            look="primary"
            blocked={isAdmin ? null : 'Owners and admins create API keys.'}
            onClick={() => setCreating(true)}
          >
            Create an API key
          </Button>
        }
      />
      <div className="page">
        <Card title={mode === 'test' ? 'Keys for test mode' : 'Keys for live mode'}>
          <RecordTable
            list={list}
            rows={list.items.filter(({ data }) => data.mode === mode)}
            idOf={({ id }) => id}
            empty={
              list.hasNextPage ? undefined : (
                <Empty title="No API keys in this mode">
                  <p>A backend signs its requests with a key and its secret.</p>
                  <IfAllowed blocked={isAdmin ? null : 'Owners and admins create API keys.'}>
                    <Button onClick={() => setCreating(true)}>Create an API key</Button>
                  </IfAllowed>
                </Empty>
              )
            }
            columns={[
              { title: 'Name', look: 'strong', cell: ({ data }) => data.name },
              { title: 'Key', look: 'mono', cell: ({ data }) => shortKey(data.key) },
              { title: 'Scopes', cell: ({ data }) => data.scopes.join(', ') },
              { title: 'Sources', cell: ({ id }) => sourcesOf(id).join(', ') || '–' },
              { title: 'Last used', look: 'quiet', cell: ({ data }) => <LastUsed at={data.lastUsedAt} /> },
              {
                title: 'Expires',
                look: 'quiet',
                cell: ({ data }) => (data.expiresAt ? <Time at={data.expiresAt} /> : 'never'),
              },
              { title: 'Created', look: 'quiet', cell: ({ data }) => <Time at={data.createdAt} /> },
              {
                title: 'Actions',
                isTitleHidden: true,
                look: 'right',
                cell: ({ id, data }) =>
                  data.revokedAt ? (
                    <Pill mark="ring">Revoked</Pill>
                  ) : data.expiresAt && Date.parse(data.expiresAt) <= serverNow() ? (
                    <Pill mark="ring">Expired</Pill>
                  ) : (
                    <Button
                      {...ROW}
                      size="small"
                      look="danger"
                      blocked={isAdmin ? null : 'Owners and admins revoke API keys.'}
                      onClick={() => setRevoked({ id, name: data.name })}
                    >
                      Revoke
                    </Button>
                  ),
              },
            ]}
          />
        </Card>
      </div>
      {isCreating && (
        <CreateKey
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false);
            setSecret(created);
            void invalidate(['keys']);
          }}
        />
      )}
      {secret && (
        <SecretOnce
          title="API key created"
          values={[
            ['Key', secret.key],
            ['Secret', secret.secret],
          ]}
          onClose={() => setSecret(undefined)}
        />
      )}
      {revoked && (
        <ReasonDialog
          title={`Revoke ${revoked.name}`}
          label="Reason"
          button="Revoke"
          look="danger"
          hint="Requests with this key are refused from now on. This cannot be undone."
          maxLength={2000}
          onClose={() => setRevoked(undefined)}
          onSubmit={async (reason, idempotencyKey) => {
            await api.organization.revokeApiKey({
              params: { id: revoked.id },
              body: { reason },
              idempotencyKey,
            });
            toast(`Revoked ${revoked.name}.`);
            setRevoked(undefined);
            await invalidate(['keys']);
          }}
        />
      )}
    </>
  );
}

/** The service records the hour only. */
function LastUsed({ at }: { at: string | null }) {
  if (!at) return 'never';
  return serverNow() - Date.parse(at) < HOUR * 1000 ? 'in the last hour' : <Time at={at} />;
}

const shortKey = (key: string) => `${key.slice(0, 14)}…${key.slice(-4)}`;

/** A key that is created without a choice does not last, nor may it do everything. */
const EXPIRIES = [
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In one year'],
  ['never', 'Never'],
] as const;

function CreateKey({
  onClose,
  onCreated,
}: {
  onClose(): void;
  onCreated(created: { key: string; secret: string }): void;
}) {
  const api = useApi();
  const mode = useMode();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [expiry, setExpiry] = useState<(typeof EXPIRIES)[number][0]>('90');
  // The same in a repeated request.
  const expiresAt = useMemo(
    () => (expiry === 'never' ? null : new Date(serverNow() + Number(expiry) * DAY * 1000).toISOString()),
    [expiry],
  );
  return (
    <FormDialog
      title={`Create an API key for ${mode} mode`}
      button="Create"
      blocked={name.trim() === '' ? 'Name the key first.' : scopes.length === 0 ? 'Choose a scope.' : null}
      onClose={onClose}
      onSubmit={async (idempotencyKey) => {
        const { data } = await api.organization.createApiKey({
          body: { name: name.trim(), mode, scopes: [...scopes], expiresAt },
          idempotencyKey,
        });
        onCreated(data);
      }}
    >
      <TextField
        label="Name"
        value={name}
        onText={setName}
        maxLength={100}
        hint="The system that uses it, such as “Checkout service”."
      />
      <CheckboxSet legend="Scopes" values={SCOPES} chosen={scopes} onChosen={setScopes}>
        {(scope) => scope}
      </CheckboxSet>
      <SelectField label="Expires" value={expiry} options={EXPIRIES} onValue={setExpiry} />
    </FormDialog>
  );
}
