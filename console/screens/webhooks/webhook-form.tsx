import { useState } from 'react';
import type { Api } from '../../api/client.ts';
import { useApi, useApiQuery } from '../../app.tsx';
import { CheckboxSet, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { QueryPart } from '../../parts/query-part.tsx';

type EventTypes = Awaited<ReturnType<Api['webhooks']['listEventTypes']>>['items'];
export type EventName = EventTypes[number]['event'];
type Webhook = Awaited<ReturnType<Api['webhooks']['readWebhook']>>;
type NewWebhook = NonNullable<Parameters<Api['webhooks']['createWebhook']>[0]>['body'];
type Filter = NonNullable<NewWebhook['filter']>;
type Selector = NewWebhook['events'][number];

const FILTERS = [
  ['subjectIds', 'Only these subjects (ids)'],
  ['decisions', 'Only these decisions, such as reject'],
  ['policyKeys', 'Only these policies (keys)'],
  ['lists', 'Only these lists, such as eu_fsf'],
  ['statuses', 'Only these statuses, such as match'],
] as const;
type Values = Readonly<Partial<Record<(typeof FILTERS)[number][0], string>>>;

/** The event types of the service change with a release only. */
export const useEventTypes = () =>
  useApiQuery(['event-types'], (client, signal) => client.webhooks.listEventTypes({ signal }), { staleMs: 3_600_000 });

/** Creates a webhook, or changes URL, events, filter and description of one. */
export function WebhookForm({
  webhook,
  onClose,
  onSaved,
}: {
  webhook?: Webhook;
  onClose(): void;
  /** With the secret of a new webhook. */
  onSaved(secret?: string): void;
}) {
  const api = useApi();
  const types = useEventTypes();
  const [url, setUrl] = useState(webhook?.data.url ?? '');
  const [description, setDescription] = useState(webhook?.data.description ?? '');
  const [events, setEvents] = useState<readonly string[]>(webhook?.data.events ?? ['*']);
  const [filter, setFilter] = useState<Values>(() => textsOf(webhook?.data.filter));
  return (
    <FormDialog
      title={webhook ? 'Edit the webhook' : 'Create a webhook'}
      button={webhook ? 'Save' : 'Create'}
      blocked={url.trim() === '' ? 'Enter a URL.' : events.length === 0 ? 'Choose at least one event.' : null}
      onClose={onClose}
      onSubmit={async (idempotencyKey) => {
        const chosen = filterOf(filter);
        const body = { url: url.trim(), events: events as Selector[] };
        if (webhook) {
          const changes = { ...body, filter: chosen ?? null, description: description.trim() || null };
          await api.webhooks.updateWebhook({ params: { id: webhook.id }, body: changes, idempotencyKey });
          onSaved();
          return;
        }
        const optional = {
          ...(chosen && { filter: chosen }),
          ...(description.trim() !== '' && { description: description.trim() }),
        };
        const { data } = await api.webhooks.createWebhook({ body: { ...body, ...optional }, idempotencyKey });
        onSaved(data.secret);
      }}
    >
      <TextField label="URL" type="url" placeholder="https://hooks.example.com/assay" value={url} onText={setUrl} />
      <TextField label="Description (optional)" value={description} onText={setDescription} />
      <QueryPart query={types} lines={2}>
        {({ items }) => (
          <>
            <CheckboxSet legend="Events" values={familiesOf(items)} chosen={events} onChosen={setEvents}>
              {(family) => <code>{family}</code>}
            </CheckboxSet>
            <details open={events.some((one) => !one.endsWith('*'))}>
              <summary>Single events</summary>
              <CheckboxSet
                legend="Single events"
                values={items.map(({ event }): string => event)}
                chosen={events}
                onChosen={setEvents}
              >
                {(event) => <code title={items.find((one) => one.event === event)?.description}>{event}</code>}
              </CheckboxSet>
            </details>
            <details open={Object.keys(filter).length > 0}>
              <summary>Filter</summary>
              <p className="quiet">
                Only events that have one of the values of every filled field are sent. Separate values with commas.
              </p>
              {FILTERS.filter(([name]) => filter[name] || hasFilter(items, events, name)).map(([name, label]) => (
                <TextField
                  key={name}
                  label={label}
                  value={filter[name] ?? ''}
                  onText={(text) => setFilter({ ...filter, [name]: text })}
                />
              ))}
            </details>
          </>
        )}
      </QueryPart>
    </FormDialog>
  );
}

/** `*` and the first parts of the names. */
const familiesOf = (types: EventTypes): string[] => [
  ...new Set(['*', ...types.map(({ event }) => `${event.split('.')[0]}.*`)]),
];

const isSelected = (event: string, selectors: readonly string[]) =>
  selectors.some((one) => one === '*' || one === event || (one.endsWith('.*') && event.startsWith(one.slice(0, -1))));

const hasFilter = (types: EventTypes, events: readonly string[], name: keyof Filter) =>
  types.some(({ event, filters }) => isSelected(event, events) && filters.includes(name));

const textsOf = (filter: Filter = {}): Values =>
  Object.fromEntries(Object.entries(filter).map(([name, values]) => [name, values?.join(', ') ?? '']));

/** The service checks the values. */
function filterOf(texts: Values): Filter | undefined {
  const members = Object.entries(texts).flatMap(([name, text]) => {
    const values = text.split(',').flatMap((value) => value.trim() || []);
    return values.length > 0 ? [[name, [...new Set(values)]] as const] : [];
  });
  return members.length > 0 ? (Object.fromEntries(members) as Filter) : undefined;
}
