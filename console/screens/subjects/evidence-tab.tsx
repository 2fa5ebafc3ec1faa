import { useRecords } from '../../api/records.ts';
import { Actor } from '../../domain/actor.tsx';
import { AddEvidenceButton } from '../../domain/evidence-dialog.tsx';
import { SourceName } from '../../domain/source-name.tsx';
import { valueInWords } from '../../domain/words.ts';
import { Card } from '../../parts/card.tsx';
import { More } from '../../parts/more.tsx';
import { Pill } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Table } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { EvidenceLanes } from '../../pictures/evidence-lanes.tsx';

/** Every receipt of the subject, by fact: which source stated what, and what superseded it. */
export function EvidenceTab({ subjectId }: { subjectId: string }) {
  const list = useRecords('evidence', { subjectId, order: 'newest' });
  return (
    <QueryPart query={list} lines={8}>
      {() =>
        list.items.length === 0 ? (
          <Empty title="No evidence yet">
            <p>Sources submit evidence with their API keys.</p>
            <AddEvidenceButton subjectId={subjectId} />
          </Empty>
        ) : (
          <>
            <Card title="Facts over time">
              <div className="card-body">
                <EvidenceLanes receipts={list.items.map(({ id, data }) => ({ id, ...data }))} />
              </div>
            </Card>
            <Card title="Receipts" end={<AddEvidenceButton subjectId={subjectId} />}>
              <Table
                rows={list.items}
                idOf={({ id }) => id}
                columns={[
                  { title: 'Fact', look: 'mono', cell: ({ data }) => data.fact },
                  {
                    title: 'Value',
                    look: 'right num',
                    cell: ({ data }) =>
                      data.status === 'available' ? (
                        valueInWords(data.value)
                      ) : (
                        <Pill tone={data.status === 'revoked' ? 'bad' : 'neutral'}>{data.status}</Pill>
                      ),
                  },
                  { title: 'Source', cell: ({ data }) => <SourceName source={data.source} /> },
                  { title: 'Observed', look: 'quiet', cell: ({ data }) => <Time at={data.observedAt} /> },
                  { title: 'Submitted by', look: 'quiet', cell: ({ data }) => <Actor actor={data.submittedBy} /> },
                ]}
              />
              <More list={list} />
            </Card>
          </>
        )
      }
    </QueryPart>
  );
}
