import { Navigate } from '@tanstack/react-router';
import { pathIn, usePathParam } from '../../address.ts';
import { useRecord } from '../../api/records.ts';
import { useMode } from '../../app.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { TopBar } from '../../shell/top-bar.tsx';

/** Leads from the id of a version to its policy. */
export function PolicyVersion() {
  const mode = useMode();
  const version = useRecord('policies', usePathParam('id'));
  return (
    <>
      <TopBar title="Policy version" />
      <div className="page">
        <QueryPart query={version}>
          {({ data }) => <Navigate to={pathIn(mode, 'policies', data.key, 'versions', String(data.version))} replace />}
        </QueryPart>
      </div>
    </>
  );
}
