import { useAddressQuery, uuidIn } from '../../address.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { ChooseTemplate } from './choose-template.tsx';
import { Crumbs } from './crumbs.tsx';
import { FromTemplate } from './from-template.tsx';
import { TemplateForm } from './template-form.tsx';
import { UploadPdf } from './upload-pdf.tsx';
import { revisionIn } from './use-template-at.ts';

/** Creates a document from a template or from a PDF. */
export function NewDocument() {
  const { template, revision } = useAddressQuery();
  const id = uuidIn(template);
  if (id === undefined)
    return (
      <>
        <TopBar title="New document" crumbs={<Crumbs />} />
        <div className="page">
          <div className="columns">
            <ChooseTemplate to={['documents', 'new']} />
            <UploadPdf />
          </div>
        </div>
      </>
    );
  const number = revisionIn(revision);
  return (
    <TemplateForm key={`${id} ${number}`} title="New document" id={id} revision={number} kind="template">
      {(one, storageKey, userId) => (
        <FromTemplate key={one.revision} template={one} userId={userId} storageKey={storageKey} />
      )}
    </TemplateForm>
  );
}
