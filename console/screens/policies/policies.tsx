import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { useRecords } from '../../api/records.ts';
import { useMode } from '../../app.tsx';
import { Card } from '../../parts/card.tsx';
import { More } from '../../parts/more.tsx';
import { Pill } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW, useRowKeys } from '../../parts/use-row-keys.ts';
import { TopBar } from '../../shell/top-bar.tsx';

/** Policies by key: the published version and the newest draft. */
export function Policies() {
  const mode = useMode();
  useRowKeys();
  const list = useRecords('policies', { order: 'newest' });
  const byKey = Map.groupBy(list.items, ({ data }) => data.key);
  return (
    <>
      <TopBar title="Policies" />
      <div className="page">
        <Card title="Policies">
          <QueryPart query={list}>
            {() =>
              byKey.size === 0 ? (
                <Empty title="No policies yet">
                  <p>A policy turns evidence into a score, a decision and actions.</p>
                </Empty>
              ) : (
                <div className="scroll-x">
                  <table className="table">
                    <thead>
                      <tr>
                        <th>Policy</th>
                        <th>Published</th>
                        <th>Newest draft</th>
                        <th>Inputs</th>
                        <th>Rules</th>
                      </tr>
                    </thead>
                    <tbody>
                      {[...byKey].map(([key, versions]) => {
                        const sorted = versions.toSorted((one, other) => other.data.version - one.data.version);
                        const published = sorted.find(({ data }) => data.status === 'published');
                        const draft = sorted.find(
                          ({ data }) => data.status === 'draft' && data.version > (published?.data.version ?? 0),
                        );
                        const shown = published ?? draft;
                        return (
                          <tr key={key} className="is-link">
                            <td>
                              <Link {...ROW} className="strong" to={pathIn(mode, 'policies', key)}>
                                {key}
                              </Link>
                            </td>
                            <td>
                              {published ? (
                                <span className="cluster">
                                  <Pill tone="ok">v{published.data.version}</Pill>
                                  {published.data.publishedAt && (
                                    <span className="quiet">
                                      <Time at={published.data.publishedAt} />
                                    </span>
                                  )}
                                </span>
                              ) : (
                                '–'
                              )}
                            </td>
                            <td>{draft ? <Pill mark="ring">v{draft.data.version}</Pill> : '–'}</td>
                            <td className="num">{shown?.data.definition.inputs.length}</td>
                            <td className="num">{shown?.data.definition.rules.length}</td>
                          </tr>
                        );
                      })}
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
