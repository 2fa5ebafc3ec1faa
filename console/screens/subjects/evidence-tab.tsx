import { useRecords } from '../../api/records.ts';
import { Actor } from '../../domain/actor.tsx';
import { SourceName } from '../../domain/source-name.tsx';
import { Card } from '../../parts/card.tsx';
import { More } from '../../parts/more.tsx';
import { Pill } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { EvidenceLanes } from '../../pictures/evidence-lanes.tsx';
import { valueInWords } from '../../domain/words.ts';

/** Every receipt of the subject, by fact: which source stated what, and what superseded it. */
export function EvidenceTab({ subjectId }: { subjectId: string }) {
  const list = useRecords('evidence', { subjectId, order: 'newest' });
  return (
    <QueryPart query={list} lines={8}>
      {() =>
        list.items.length === 0 ? (
          <Empty title="No evidence yet">
            <p>Sources submit evidence with their API keys.</p>
          </Empty>
        ) : (
          <>
            <Card title="Facts over time">
              <div className="card-body">
                <EvidenceLanes receipts={list.items.map(({ id, data }) => ({ id, ...data }))} />
              </div>
            </Card>
            <Card title="Receipts">
              <div className="scroll-x">
                <table className="table">
                  <thead>
                    <tr>
                      <th>Fact</th>
                      <th className="right">Value</th>
                      <th>Source</th>
                      <th>Observed</th>
                      <th>Submitted by</th>
                    </tr>
                  </thead>
                  <tbody>
                    {list.items.map(({ id, data }) => (
                      <tr key={id}>
                        <td className="mono">{data.fact}</td>
                        <td className="right num">
                          {data.status === 'available' ? (
                            valueInWords(data.value)
                          ) : (
                            <Pill tone={data.status === 'revoked' ? 'bad' : 'neutral'}>{data.status}</Pill>
                          )}
                        </td>
                        <td>
                          <SourceName source={data.source} />
                        </td>
                        <td className="quiet">
                          <Time at={data.observedAt} />
                        </td>
                        <td className="quiet">
                          <Actor actor={data.submittedBy} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <More list={list} />
            </Card>
          </>
        )
      }
    </QueryPart>
  );
}
