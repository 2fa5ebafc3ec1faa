import { useAddressQuery, uuidIn } from '../../address.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { BulkForm } from './bulk-form.tsx';
import { ChooseTemplate } from './choose-template.tsx';
import { Crumbs } from './crumbs.tsx';
import { TemplateForm } from './template-form.tsx';
import { revisionIn } from './use-template-at.ts';

/** Sends a document to each row of a CSV file. */
export function NewBulkSend() {
  const { template, revision } = useAddressQuery();
  const id = uuidIn(template);
  if (id === undefined)
    return (
      <>
        <TopBar title="New bulk send" crumbs={<Crumbs />} />
        <div className="page stack">
          <p className="quiet">One document for each row of a CSV file. Choose the template first.</p>
          <ChooseTemplate to={['documents', 'bulk-sends', 'new']} />
        </div>
      </>
    );
  const number = revisionIn(revision);
  return (
    <TemplateForm key={`${id} ${number}`} title="New bulk send" id={id} revision={number} kind="bulk">
      {(one, storageKey) => <BulkForm key={one.revision} template={one} storageKey={storageKey} />}
    </TemplateForm>
  );
}
