import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pathIn } from '../../address.ts';
import { useRecord } from '../../api/records.ts';
import { isNotFound, useApiQuery, useMode } from '../../app.tsx';
import { RunCard } from '../../domain/run-card.tsx';
import { Button } from '../../parts/button.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty } from '../../parts/states.tsx';
import { toast } from '../../parts/toast.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { AttachRunDialog } from './attach-run-dialog.tsx';
import { Crumbs } from './crumbs.tsx';

/** A kept run: what was searched, and its matches with links to the comparison. */
export function KeptRun({ id }: { id: string }) {
  const mode = useMode();
  const [isAttaching, setAttaching] = useState(false);
  const run = useApiQuery(['run', id], (api, signal) => api.screening.readScreeningRun({ params: { id }, signal }));
  return (
    <>
      <TopBar title="Screening run" crumbs={<Crumbs />} />
      <div className="page stack">
        {isNotFound(run.error) ? (
          <Empty title="There is no run with this id in this mode">
            <Link to={pathIn(mode, 'screen')}>Screen someone</Link>
          </Empty>
        ) : (
          <QueryPart query={run}>
            {(data) => (
              <>
                {data.riskSubjectId ? (
                  <p>
                    Kept for <SubjectLink id={data.riskSubjectId} />.
                  </p>
                ) : (
                  <p className="cluster">
                    <span className="quiet">Kept without a subject.</span>
                    {data.sessionId === null && <Button onClick={() => setAttaching(true)}>Attach to a subject</Button>}
                  </p>
                )}
                {isAttaching && (
                  <AttachRunDialog
                    run={data}
                    onClose={() => setAttaching(false)}
                    onAttached={() => {
                      setAttaching(false);
                      toast('Attached to the subject.');
                      void run.refetch();
                    }}
                  />
                )}
                <RunCard run={data} />
              </>
            )}
          </QueryPart>
        )}
      </div>
    </>
  );
}

function SubjectLink({ id }: { id: string }) {
  const mode = useMode();
  const { data } = useRecord('subjects', id);
  return (
    <Link className="mono" to={pathIn(mode, 'subjects', id, 'screening')}>
      {data?.data.externalId ?? id}
    </Link>
  );
}
