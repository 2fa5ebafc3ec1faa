import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { pathIn, usePathParam } from '../../address.ts';
import { isNotFound, useApiQuery, useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { NextStep } from '../../domain/next-step.tsx';
import { Card } from '../../parts/card.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Code } from '../../parts/scrolling.tsx';
import { CopyText, Empty, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { RolesAndFields } from './roles-and-fields.tsx';

const PdfView = lazy(() => import('../../parts/pdf-view.tsx').then((module) => ({ default: module.PdfView })));

/** One template: its source, the PDF with sample data, roles and fields. */
export function TemplateScreen() {
  const id = usePathParam('id');
  const mode = useMode();
  const template = useApiQuery(['template', id], (api, signal) =>
    api.documents.readTemplate({ params: { id }, signal }),
  );
  return (
    <>
      <TopBar
        title={template.data?.name ?? '…'}
        crumbs={
          <>
            <Link to={pathIn(mode, 'templates')}>Templates</Link>
            <span aria-hidden="true">/</span>
          </>
        }
        end={
          template.data && (
            <>
              <Link className="button" to={pathIn(mode, 'documents', 'new')} search={{ template: id }}>
                New document
              </Link>
              <Link className="button" to={pathIn(mode, 'documents', 'bulk-sends', 'new')} search={{ template: id }}>
                Bulk send
              </Link>
              <Link className="button" to={pathIn(mode, 'templates', id, 'revisions')}>
                Revisions
              </Link>
              {template.data.source !== null && (
                <Link className="button" to={pathIn(mode, 'templates', id, 'edit')}>
                  Edit
                </Link>
              )}
            </>
          )
        }
      />
      <div className="page">
        {isNotFound(template.error) ? (
          <Empty title="There is no template with this id in this mode">
            <NextStep to={['templates']}>All templates</NextStep>
          </Empty>
        ) : (
          <QueryPart query={template} lines={8}>
            {(data) => (
              <div className="columns">
                <div className="stack">
                  {data.source !== null && (
                    <Card title="Preview with sample data">
                      <div className="card-body">
                        <Suspense fallback={<Skeleton lines={8} />}>
                          <PdfView
                            queryKey={['template', id, 'pdf', data.revision]}
                            read={(api, signal) =>
                              api.documents.previewTemplate({
                                body: {
                                  source: data.source ?? '',
                                  sampleData: data.sampleData,
                                  pageSize: data.pageSize ?? 'A4',
                                  language: data.language,
                                },
                                signal,
                              })
                            }
                          />
                        </Suspense>
                      </div>
                    </Card>
                  )}
                  {data.source !== null && (
                    <Card title="Source">
                      <Code label="Source" className="pre-wrap">
                        {data.source}
                      </Code>
                    </Card>
                  )}
                </div>
                <div className="stack">
                  <Card title="Details">
                    <dl className="facts card-body">
                      <dt>Kind</dt>
                      <dd>{data.kind === 'pdf' ? 'PDF' : 'Markdown'}</dd>
                      <dt>Revision</dt>
                      <dd className="num">{data.revision}</dd>
                      <dt>Changed</dt>
                      <dd>
                        <Time at={data.revisedAt ?? data.updatedAt} style="exact" />
                        {data.revisedBy !== undefined && (
                          <>
                            {' by '}
                            <Actor actor={data.revisedBy} />
                          </>
                        )}
                      </dd>
                      <dt>SHA-256</dt>
                      <dd>
                        <span className="mono">{data.sourceHash}</span>{' '}
                        <CopyText text={data.sourceHash} label="Copy the SHA-256" />
                      </dd>
                    </dl>
                  </Card>
                  <RolesAndFields roles={data.signerRoles} fields={data.fields} />
                  <Card title="Sample data">
                    <Code label="Sample data">{JSON.stringify(data.sampleData, null, 2)}</Code>
                  </Card>
                </div>
              </div>
            )}
          </QueryPart>
        )}
      </div>
    </>
  );
}
