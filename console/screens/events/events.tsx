import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { pathIn, useAddressQuery, useSetAddressQuery } from '../../address.ts';
import { useRecords } from '../../api/records.ts';
import { useMode } from '../../app.tsx';
import { Actor, useActorName, useDirectory } from '../../domain/actor.tsx';
import { detailsInWords } from '../../domain/event-details.ts';
import { eventWords } from '../../domain/event-words.ts';
import { ExportButton } from '../../domain/export-button.tsx';
import { Card } from '../../parts/card.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { OrderSwitch, useOrder } from '../../shell/order-switch.tsx';
import { SavedViews } from '../../shell/saved-views.tsx';
import { TopBar } from '../../shell/top-bar.tsx';

const FILTERS = ['type', 'actor', 'order'] as const;
/** Filters are applied to a page after it is read, so a page can have few events or none. */
const FEW_EVENTS = 10;
const PAGES_AT_ONCE = 10;

/** Everything that happened in the organization, with its actor and reason. */
export function EventLog() {
  const mode = useMode();
  const query = useAddressQuery();
  const setQuery = useSetAddressQuery();
  const { type, actor } = query;
  const people = useDirectory();
  const nameOf = useActorName();
  const order = useOrder();
  const list = useRecords('events', { order, type, actor });
  const isFiltered = Boolean(type || actor);
  const pages = list.data?.pages.length ?? 0;
  useEffect(() => {
    const isShort = list.items.length < FEW_EVENTS && pages % PAGES_AT_ONCE !== 0;
    if (isShort && list.hasNextPage && !list.isFetching) void list.fetchNextPage();
  }, [list, pages]);
  const [openId, setOpenId] = useState<string>();
  return (
    <>
      <TopBar title="Event log">
        <input
          className="input search"
          type="search"
          aria-label="Filter by event type"
          placeholder="Event type, such as risk.policy.published"
          key={type}
          defaultValue={type ?? ''}
          onBlur={(event) => void setQuery({ type: typeOf(event.target.value) })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void setQuery({ type: typeOf(event.currentTarget.value) });
          }}
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
        <OrderSwitch />
        <SavedViews screen="events" filters={FILTERS} />
        <ExportButton kind="events" filter={{ type, actor }} />
      </TopBar>
      <div className="page">
        <Card title="Events">
          <RecordTable
            list={list}
            lines={10}
            rows={list.items}
            idOf={({ id }) => id}
            empty={
              <Empty title={isFiltered ? 'No events with these filters' : 'No events'}>
                {list.hasNextPage ? (
                  <p>Only a part of the log has been searched so far.</p>
                ) : (
                  <p>Every change is recorded here with its actor and reason.</p>
                )}
              </Empty>
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
                    {openId === id && <pre className="code">{JSON.stringify(data, null, 2)}</pre>}
                  </>
                ),
              },
              { title: 'Who', cell: ({ data }) => <Actor actor={data.actor} /> },
              {
                title: 'Subject',
                cell: ({ data }) =>
                  data.subjectId ? (
                    <Link to={pathIn(mode, 'subjects', data.subjectId)}>{data.subjectId.slice(0, 8)}</Link>
                  ) : (
                    '–'
                  ),
              },
              { title: 'Reason', look: 'quiet', cell: ({ data }) => data.reason ?? '' },
            ]}
          />
        </Card>
      </div>
    </>
  );
}

/** `Risk.policy.` as the filter that the service takes: `risk.policy.*`. */
function typeOf(text: string): string | undefined {
  const type = text.trim().toLowerCase();
  return type.endsWith('.') ? `${type}*` : type || undefined;
}
