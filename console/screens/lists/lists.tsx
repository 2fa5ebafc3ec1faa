import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { useApiQuery, useMode } from '../../app.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Time } from '../../parts/time.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { SearchCard } from './search-card.tsx';

/** All screening lists: whether each is current, and what waits for a person. */
export function Lists() {
  const mode = useMode();
  const list = useApiQuery(['lists'], (api, signal) =>
    api.screening.listScreeningSources({ signal }),
  );
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
                      <th className="right">Entries</th>
                      <th>Published</th>
                      <th>Confirmed</th>
                      <th>State</th>
                    </tr>
                  </thead>
                  <tbody>
                    {items.map((source) => (
                      <tr key={source.key} className="is-link">
                        <td>
                          <Link to={pathIn(mode, 'lists', source.key)}>{source.name}</Link>
                          <div className="caption mono">{source.key}</div>
                        </td>
                        <td className="right num">{source.entryCount.toLocaleString('en-GB')}</td>
                        <td className="quiet">
                          {source.publishedAt ? source.publishedAt.slice(0, 10) : '–'}
                        </td>
                        <td className="quiet">
                          {source.confirmedAt ? <Time at={source.confirmedAt} /> : 'never'}
                        </td>
                        <td>
                          <ListState source={source} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </QueryPart>
        </Card>
        <SearchCard
          sources={(list.data?.items ?? [])
            .filter(({ versionId }) => versionId)
            .map(({ key }) => key)}
        />
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
