import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pathIn, useAddressQuery, useSetAddressQuery } from '../../address.ts';
import { useRecords } from '../../api/records.ts';
import { useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { eventWords } from '../../domain/event-words.ts';
import { Card } from '../../parts/card.tsx';
import { More } from '../../parts/more.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { SavedViews } from '../../shell/saved-views.tsx';
import { TopBar } from '../../shell/top-bar.tsx';

const FILTERS = ['type'] as const;

/** Everything that happened in the organization, the newest first. */
export function EventLog() {
  const mode = useMode();
  const query = useAddressQuery();
  const setQuery = useSetAddressQuery();
  const type = query.type;
  const list = useRecords('events', { order: 'newest', type });
  const [openId, setOpenId] = useState<string>();
  return (
    <>
      <TopBar title="Event log">
        <input
          className="input search"
          type="search"
          aria-label="Filter by event type"
          placeholder="Event type, such as risk.policy.published"
          value={type ?? ''}
          onChange={(event) => void setQuery({ type: event.target.value.trim() || undefined })}
        />
        <SavedViews screen="events" filters={FILTERS} />
      </TopBar>
      <div className="page">
        <Card title="Events">
          <QueryPart query={list} lines={10}>
            {() =>
              list.items.length === 0 ? (
                <Empty title="No events">
                  <p>Every change is recorded here with its actor and reason.</p>
                </Empty>
              ) : (
                <div className="scroll-x">
                  <table className="table">
                    <thead>
                      <tr>
                        <th>When</th>
                        <th>What</th>
                        <th>Who</th>
                        <th>Subject</th>
                        <th>Reason</th>
                      </tr>
                    </thead>
                    <tbody>
                      {list.items.map(({ id, data }) => (
                        <tr key={id}>
                          <td>
                            <Time at={data.occurredAt} />
                          </td>
                          <td>
                            <button
                              type="button"
                              className="link"
                              aria-expanded={openId === id}
                              onClick={() => setOpenId(openId === id ? undefined : id)}
                            >
                              {eventWords(data.type)}
                            </button>
                            <div className="caption mono">{data.type}</div>
                            {openId === id && (
                              <pre className="code">{JSON.stringify(data, null, 2)}</pre>
                            )}
                          </td>
                          <td>
                            <Actor actor={data.actor} />
                          </td>
                          <td>
                            {data.subjectId ? (
                              <Link to={pathIn(mode, 'subjects', data.subjectId)}>
                                {data.subjectId.slice(0, 8)}
                              </Link>
                            ) : (
                              '–'
                            )}
                          </td>
                          <td className="quiet">{data.reason ?? ''}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              )
            }
          </QueryPart>
          <More list={list} />
        </Card>
      </div>
    </>
  );
}
