import { Navigate } from '@tanstack/react-router';
import { pathIn, usePathParam } from '../../address.ts';
import { useAssessment } from '../../api/work.ts';
import { useMode } from '../../app.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { TopBar } from '../../shell/top-bar.tsx';

/** Leads from the id of an assessment to the story of its subject. */
export function Assessment() {
  const mode = useMode();
  const id = usePathParam('id');
  const assessment = useAssessment(id);
  return (
    <>
      <TopBar title="Assessment" />
      <div className="page">
        <QueryPart query={assessment}>
          {({ data }) => <Navigate replace to={pathIn(mode, 'subjects', data.subjectId)} search={{ assessment: id }} />}
        </QueryPart>
      </div>
    </>
  );
}
