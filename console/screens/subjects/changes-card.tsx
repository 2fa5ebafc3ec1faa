import type { RecordOf } from '../../api/records.ts';
import { useAssessment } from '../../api/work.ts';
import { Card } from '../../parts/card.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Table } from '../../parts/record-table.tsx';
import { changesBetween } from './compare.ts';

/** What changed since the assessment before this one. */
export function ChangesCard({ assessment }: { assessment: RecordOf<'assessments'> }) {
  const previousId = assessment.data.previousAssessmentId ?? undefined;
  const previous = useAssessment(previousId);
  if (!previousId) return null;
  return (
    <Card title="Changed since the assessment before">
      <QueryPart query={previous}>
        {(before) => <Changes changes={changesBetween(before.data, assessment.data)} />}
      </QueryPart>
    </Card>
  );
}

const Changes = ({ changes }: { changes: ReturnType<typeof changesBetween> }) =>
  changes.length === 0 ? (
    <p className="card-body quiet">Nothing that counts has changed.</p>
  ) : (
    <Table
      rows={changes}
      idOf={({ what }) => what}
      columns={[
        { title: 'What', cell: ({ what }) => what },
        { title: 'Before', look: 'quiet num', cell: ({ before }) => before },
        { title: 'Now', look: 'strong num', cell: ({ after }) => after },
      ]}
    />
  );
