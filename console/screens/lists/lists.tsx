import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { useLists } from '../../api/lists.ts';
import { useMode } from '../../app.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW, useRowKeys } from '../../parts/use-row-keys.ts';
import { CalendarLegend, ListCalendar } from '../../pictures/list-calendar.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { SearchCard } from './search-card.tsx';

/** All screening lists: whether each is current, and what waits for a person. */
export function Lists() {
  const mode = useMode();
  useRowKeys();
  const list = useLists();
  return (
    <>
      <TopBar title="Screening lists" />
      <div className="page stack">
        <Card title="Lists">
          <QueryPart query={list} lines={8}>
            {({ items }) => (
              <div className="scroll-x">
                <table className="table">
                  <thead>
                    <tr>
                      <th>List</th>
                      <th>State</th>
                      <th>Last 90 days</th>
                      <th className="right">Entries</th>
                      <th>Confirmed</th>
                      <th>Published</th>
                    </tr>
                  </thead>
                  <tbody>
                    {items.map((source) => (
                      <tr key={source.key} className="is-link">
                        <td>
                          <Link {...ROW} to={pathIn(mode, 'lists', source.key)}>
                            {source.name}
                          </Link>
                          <div className="caption mono">{source.key}</div>
                        </td>
                        <td>
                          <ListState source={source} />
                        </td>
                        <td>
                          <ListCalendar recorded={source.days ?? []} size="small" />
                        </td>
                        <td className="right num">{source.entryCount.toLocaleString('en-GB')}</td>
                        <td className="quiet">{source.confirmedAt ? <Time at={source.confirmedAt} /> : 'never'}</td>
                        <td className="quiet nowrap">{source.publishedAt ? source.publishedAt.slice(0, 10) : '–'}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </QueryPart>
          {list.data && (
            <div className="card-body">
              <CalendarLegend />
            </div>
          )}
        </Card>
        <SearchCard sources={(list.data?.items ?? []).filter(({ versionId }) => versionId).map(({ key }) => key)} />
      </div>
    </>
  );
}

export function ListState({
  source,
}: {
  source: {
    enabled: boolean;
    versionId: string | null;
    stale: boolean;
    pending: unknown;
    attention: boolean;
  };
}) {
  if (!source.enabled) return <Pill mark="ring">Off</Pill>;
  if (source.pending) return <Pill tone="warn">Waits for approval</Pill>;
  if (!source.versionId) return <Pill tone="bad">Not loaded</Pill>;
  if (source.attention) return <Pill tone="alert">Needs attention</Pill>;
  if (source.stale) return <Pill tone="warn">Out of date</Pill>;
  return <Pill tone="ok">Current</Pill>;
}
