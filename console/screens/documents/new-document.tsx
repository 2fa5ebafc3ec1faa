import { Link } from '@tanstack/react-router';
import { pathIn, useAddressQuery, uuidIn } from '../../address.ts';
import { usePages } from '../../api/pages.ts';
import { isNotFound, useApiQuery, useMode } from '../../app.tsx';
import { Card } from '../../parts/card.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { Crumbs } from './crumbs.tsx';
import { FromTemplate } from './from-template.tsx';
import { UploadPdf } from './upload-pdf.tsx';

/** Creates a document from a template or from a PDF. */
export function NewDocument() {
  const { template, revision } = useAddressQuery();
  const id = uuidIn(template);
  if (id === undefined) return <Choose />;
  const number = /^[1-9]\d{0,8}$/.test(revision ?? '') ? Number(revision) : undefined;
  return <OfTemplate key={`${id} ${number}`} id={id} revision={number} />;
}

function Choose() {
  const mode = useMode();
  const list = usePages(['templates', 'newest'], (api, { offset, signal }) =>
    api.documents.listTemplates({ query: { order: 'newest', offset }, signal }),
  );
  return (
    <>
      <TopBar title="New document" crumbs={<Crumbs />} />
      <div className="page">
        <div className="columns">
          <Card title="From a template">
            <RecordTable
              list={list}
              rows={list.items}
              idOf={({ id }) => id}
              isLink
              empty={
                <Empty title="No templates yet">
                  <Link to={pathIn(mode, 'templates', 'new')}>New template</Link>
                </Empty>
              }
              columns={[
                {
                  title: 'Template',
                  cell: ({ id, name }) => (
                    <Link {...ROW} className="strong" to={pathIn(mode, 'documents', 'new')} search={{ template: id }}>
                      {name}
                    </Link>
                  ),
                },
                {
                  title: 'Signer roles',
                  cell: ({ signerRoles }) => signerRoles.map(({ label, id }) => label ?? id).join(', '),
                },
                { title: 'Changed', look: 'quiet', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
              ]}
            />
          </Card>
          <UploadPdf />
        </div>
      </div>
    </>
  );
}

function OfTemplate({ id, revision }: { id: string; revision: number | undefined }) {
  const template = useApiQuery(
    ['template', id, 'at', revision],
    async (api, signal) => {
      const current = await api.documents.readTemplate({ params: { id }, signal });
      if (revision === undefined || revision === current.revision) return current;
      const {
        revisedAt: _,
        revisedBy: __,
        restoredFrom: ___,
        ...wanted
      } = await api.documents.readTemplateRevision({
        params: { id, revision: String(revision) },
        signal,
      });
      return { ...current, ...wanted };
    },
    // What others save meanwhile does not replace what is typed: the document is created from this revision.
    { staleMs: Number.POSITIVE_INFINITY },
  );
  if (template.data) return <FromTemplate key={template.data.revision} template={template.data} />;
  return (
    <>
      <TopBar title="New document" crumbs={<Crumbs />} />
      <div className="page">
        {isNotFound(template.error) ? (
          <Empty title="There is no template with this id and revision in this mode" />
        ) : (
          <QueryPart query={template} lines={8}>
            {() => null}
          </QueryPart>
        )}
      </div>
    </>
  );
}
