import { lazy, type ReactNode, Suspense } from 'react';
import { Card } from '../../parts/card.tsx';
import { Failure, Skeleton } from '../../parts/states.tsx';
import type { TemplatePreview } from './use-template-preview.ts';

const LivePdf = lazy(() => import('../../parts/pdf-view.tsx').then((module) => ({ default: module.LivePdf })));

/** The PDF of a template with data, and what keeps it from being printed. */
export function PreviewCard({
  isPdf,
  title = 'Preview',
  preview: { pdf, others, error, isWaiting },
  state,
  children,
}: {
  /** The template is a PDF, which is not printed before the document exists. */
  isPdf: boolean;
  title?: string;
  preview: TemplatePreview;
  /** What was found, in a few words. */
  state: string;
  children?: ReactNode;
}) {
  if (isPdf)
    return (
      <Card title={title}>
        <p className="card-body quiet">
          The template is a PDF. Its values are written into the fields when the document is created.
        </p>
      </Card>
    );
  return (
    <Card
      title={title}
      end={
        <span className="quiet" role="status">
          {isWaiting ? 'Printing' : state}
        </span>
      }
    >
      <div className="card-body stack-s" aria-busy={isWaiting}>
        {children}
        {error !== undefined && <Failure error={error} />}
        {others.map((message) => (
          <p key={message} className="text-bad">
            {message}
          </p>
        ))}
        {pdf ? (
          <Suspense fallback={<Skeleton lines={8} />}>
            <LivePdf bytes={pdf} />
          </Suspense>
        ) : (
          <p className="quiet">The PDF appears here when every value is given.</p>
        )}
        <p className="caption">Names of signers are printed when the document is created.</p>
      </div>
    </Card>
  );
}
