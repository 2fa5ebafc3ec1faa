import type { RecordOf } from '../../api/records.ts';
import { useAssessment } from '../../api/work.ts';
import { Card } from '../../parts/card.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
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
    <div className="scroll-x">
      <table className="table">
        <thead>
          <tr>
            <th>What</th>
            <th>Before</th>
            <th>Now</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ what, before, after }) => (
            <tr key={what}>
              <td>{what}</td>
              <td className="quiet num">{before}</td>
              <td className="strong num">{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
