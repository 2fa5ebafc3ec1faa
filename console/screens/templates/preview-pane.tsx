import { lazy, Suspense } from 'react';
import { Card } from '../../parts/card.tsx';
import { Failure, Skeleton } from '../../parts/states.tsx';
import { RolesAndFields } from './roles-and-fields.tsx';
import type { LivePreview } from './use-live-preview.ts';

const LivePdf = lazy(() => import('../../parts/pdf-view.tsx').then((module) => ({ default: module.LivePdf })));

/** The PDF with sample data, and what was found in the source. */
export const PreviewPane = ({ preview }: { preview: LivePreview }) => {
  const { pdf, roles, fields, findings, error, isWaiting } = preview;
  const isOld = findings.length > 0 && pdf !== undefined;
  return (
    <div className="stack">
      <Card
        title="Preview with sample data"
        end={
          <span className="quiet" role="status">
            {isWaiting ? 'Printing' : isOld ? 'The last source without findings' : ''}
          </span>
        }
      >
        <div className="card-body" aria-busy={isWaiting}>
          {error !== undefined && <Failure error={error} />}
          {pdf ? (
            <Suspense fallback={<Skeleton lines={8} />}>
              <LivePdf bytes={pdf} />
            </Suspense>
          ) : (
            <p className="quiet">The PDF appears here while you write.</p>
          )}
        </div>
      </Card>
      <RolesAndFields roles={roles} fields={fields} />
    </div>
  );
};
