import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { pathIn, useAddressQuery, useSetAddressQuery } from '../../address.ts';
import { useDirectory } from '../../api/directory.ts';
import { useRecords } from '../../api/records.ts';
import { useApiQuery, useMode } from '../../app.tsx';
import { useActorName, useApiKeyNames } from '../../domain/actor.tsx';
import { decisionWord } from '../../domain/decision-words.ts';
import { detailsInWords } from '../../domain/event-details.ts';
import { eventWords } from '../../domain/event-words.ts';
import { ExportButton } from '../../domain/export-button.tsx';
import { NextStep } from '../../domain/next-step.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { Code } from '../../parts/scrolling.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { OrderSwitch, useOrder } from '../../shell/order-switch.tsx';
import { SavedViews } from '../../shell/saved-views.tsx';
import { TopBar } from '../../shell/top-bar.tsx';

const FILTERS = ['type', 'actor', 'subject', 'text', 'outcome', 'from', 'to', 'order'] as const;
/** Of matches, of actions, and of assessments and overrides. */
const OUTCOME_WORDS: Record<string, string> = {
  confirmed: 'It is them',
  false_positive: 'Not them',
  acknowledged: 'Taken',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};
const OUTCOMES = [...Object.keys(OUTCOME_WORDS), 'none', 'review', 'restrict', 'reject'];
/** Filters are applied to a page after it is read, so a page can have few events or none. */
const FEW_EVENTS = 10;
const PAGES_AT_ONCE = 10;

/** Everything that happened in the organization, with its actor and reason. */
export function EventLog() {
  const mode = useMode();
  const query = useAddressQuery();
  const setQuery = useSetAddressQuery();
  const { type, actor, subject, text, outcome } = query;
  const people = useDirectory();
  const order = useOrder();
  const range = rangeOf(query);
  const found = useSubjectId(subject);
  const filter = { type, actor, subjectId: found.id, text, outcome };
  const isUnknown = subject !== undefined && found.id === undefined;
  const isEmptyRange = Boolean(range.from && range.to && range.from >= range.to);
  const isOn = !isUnknown && !isEmptyRange;
  const list = useRecords('events', { order, ...filter, ...range, view: 'summary' }, { isOn });
  const nameOf = useActorName(useApiKeyNames(list.items.map(({ data }) => data.actor)));
  const clear = () => void setQuery(Object.fromEntries(FILTERS.map((name) => [name, undefined])));
  const isFiltered = Boolean(type || actor || subject || text || outcome || range.from || range.to);
  const isSearching = list.items.length === 0 && (list.hasNextPage || list.isFetching);
  const pages = list.data?.pages.length ?? 0;
  useEffect(() => {
    const isShort = list.items.length < FEW_EVENTS && pages % PAGES_AT_ONCE !== 0;
    if (isShort && list.hasNextPage && !list.isFetching) void list.fetchNextPage();
  }, [list, pages]);
  const [openId, setOpenId] = useState<string>();
  return (
    <>
      <TopBar title="Event log">
        <OrderSwitch />
        <SavedViews screen="events" filters={FILTERS} />
        {isOn && <ExportButton kind="events" filter={filter} range={range} />}
      </TopBar>
      <div className="page stack">
        <search className="cluster event-filters" aria-label="Filters">
          <TypeFilter type={type} onType={(value) => void setQuery({ type: value })} />
          <TextFilter
            label="Filter by subject"
            placeholder="External id of a subject"
            type="search"
            value={subject}
            onText={(value) => void setQuery({ subject: value })}
          />
          <TextFilter
            label="Filter by text"
            placeholder="Words of reason or details"
            type="search"
            value={text}
            onText={(value) => void setQuery({ text: value })}
          />
          <select
            className="input"
            aria-label="Filter by outcome"
            value={outcome ?? ''}
            onChange={(event) => void setQuery({ outcome: event.target.value || undefined })}
          >
            <option value="">Any outcome</option>
            {[...new Set([...OUTCOMES, ...(outcome ? [outcome] : [])])].map((value) => (
              <option key={value} value={value}>
                {OUTCOME_WORDS[value] ?? decisionWord(value)}
              </option>
            ))}
          </select>
          <TextFilter
            label="From day"
            type="date"
            value={query.from}
            onText={(value) => void setQuery({ from: value })}
          />
          <TextFilter
            label="To day, included"
            type="date"
            value={query.to}
            onText={(value) => void setQuery({ to: value })}
          />
          <select
            className="input"
            aria-label="Filter by person"
            value={actor ?? ''}
            onChange={(event) => void setQuery({ actor: event.target.value || undefined })}
          >
            <option value="">Everyone</option>
            {people.map(({ userId, name, email }) => (
              <option key={userId} value={`user:${userId}`}>
                {name ?? email ?? userId}
              </option>
            ))}
          </select>
        </search>
        <Card title="Events">
          {!isOn && (
            <Empty title={isEmptyRange ? 'The last day is before the first' : found.title}>
              <p>Change the filter to see events.</p>
              <Button onClick={clear}>All events</Button>
            </Empty>
          )}
          {isOn && (
            <RecordTable
              list={list}
              lines={10}
              rows={list.items}
              idOf={({ id }) => id}
              empty={
                isSearching ? (
                  <Empty title={list.isFetching ? 'Searching…' : 'Nothing found so far'}>
                    <p>Only a part of the log has been searched so far.</p>
                  </Empty>
                ) : (
                  <Empty title={isFiltered ? 'No events with these filters' : 'No events'}>
                    <p>Every change is recorded here with its actor and reason.</p>
                    {isFiltered ? (
                      <Button onClick={clear}>All events</Button>
                    ) : (
                      <NextStep to={['subjects']} search={{ create: 'subject' }}>
                        Create a subject
                      </NextStep>
                    )}
                  </Empty>
                )
              }
              columns={[
                { title: 'When', cell: ({ data }) => <Time at={data.occurredAt} /> },
                {
                  title: 'What',
                  cell: ({ id, data }) => (
                    <>
                      <button
                        type="button"
                        className="link"
                        {...ROW}
                        aria-expanded={openId === id}
                        onClick={() => setOpenId(openId === id ? undefined : id)}
                      >
                        {eventWords(data.type)}
                      </button>
                      <div className="caption">{detailsInWords(data.type, data.details, nameOf).join(' · ')}</div>
                      <div className="caption mono">{data.type}</div>
                      {openId === id && (
                        <>
                          <Code label="Event">{JSON.stringify(data, null, 2)}</Code>
                          <Link to={pathIn(mode, 'audit')} search={{ event: id }}>
                            Proof of this event
                          </Link>
                        </>
                      )}
                    </>
                  ),
                },
                { title: 'Who', cell: ({ data }) => nameOf(data.actor) },
                {
                  title: 'Subject',
                  cell: ({ data }) =>
                    data.subjectId ? (
                      <Link to={pathIn(mode, 'subjects', data.subjectId)}>
                        {data.subject?.externalId ?? data.subjectId.slice(0, 8)}
                      </Link>
                    ) : (
                      '–'
                    ),
                },
                { title: 'Reason', look: 'quiet', cell: ({ data }) => data.reason ?? '' },
              ]}
            />
          )}
        </Card>
      </div>
    </>
  );
}

/** The days of the address as a range of the service: from the beginning of the first to the end of the last. */
function rangeOf({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const start = from && DAY.test(from) ? new Date(`${from}T00:00:00`) : undefined;
  const end = to && DAY.test(to) ? new Date(`${to}T00:00:00`) : undefined;
  end?.setDate(end.getDate() + 1);
  return { from: instantOf(start), to: instantOf(end) };
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const instantOf = (date: Date | undefined) => (date && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined);

/** The subject with an external id, whatever its kind. */
function useSubjectId(externalId: string | undefined) {
  const { data, isError } = useApiQuery(
    ['records', 'subjects', { externalId }],
    (api, signal) =>
      api.risk.listRecords({ params: { resource: 'subjects' }, query: { externalId: externalId ?? '' }, signal }),
    { isOn: externalId !== undefined },
  );
  const title = data ? 'No subject has this external id' : isError ? 'The subject could not be read' : 'Searching…';
  return { id: externalId === undefined ? undefined : data?.items[0]?.id, title };
}

/** Event types by words. Only types of webhooks are listed by the service; another type of the address stays chosen. */
function TypeFilter({ type, onType }: { type: string | undefined; onType(type: string | undefined): void }) {
  const types = useApiQuery(['event-types'], (api, signal) => api.webhooks.listEventTypes({ signal }), {
    staleMs: 3_600_000,
  });
  const listed = types.data?.items.map(({ event }) => event) ?? [];
  const known = [...new Set([...listed, ...HISTORY_TYPES, ...(type ? [type] : [])])];
  const options = known.map((one) => [one, typeInWords(one)] as const);
  return (
    <select
      className="input"
      aria-label="Filter by event type"
      value={type ?? ''}
      onChange={(event) => onType(event.target.value || undefined)}
    >
      <option value="">All events</option>
      {options
        .toSorted(([, one], [, other]) => one.localeCompare(other))
        .map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
    </select>
  );
}

/** Recorded in the history and not sent to webhooks. */
const HISTORY_TYPES = [
  'screening.match.decided',
  'screening.match.proposed',
  'organization.settings.changed',
  'organization.brand.changed',
];

const typeInWords = (type: string) => {
  const area = type.split('.')[0] ?? '';
  return type.endsWith('.*') ? `All of ${area}` : `${eventWords(type)} (${area})`;
};

/** Applied when the field is left or on Enter, not with every key. */
function TextFilter({
  label,
  value,
  onText,
  ...input
}: {
  label: string;
  type: 'search' | 'date';
  placeholder?: string;
  value: string | undefined;
  onText(text: string | undefined): void;
}) {
  return (
    <input
      className="input"
      aria-label={label}
      title={label}
      key={value}
      defaultValue={value ?? ''}
      onBlur={(event) => onText(event.target.value.trim() || undefined)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onText(event.currentTarget.value.trim() || undefined);
      }}
      {...input}
    />
  );
}
