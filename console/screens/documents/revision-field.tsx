import { useSetAddressQuery } from '../../address.ts';
import { useApiQuery } from '../../app.tsx';
import { SelectField } from '../../parts/field.tsx';
import type { Template } from './use-template-at.ts';

/** The revision that is previewed and used, whatever is saved meanwhile. It is part of the address. */
export function RevisionField({ template: { id, revision } }: { template: Template }) {
  const setQuery = useSetAddressQuery();
  const revisions = useApiQuery(['template', id, 'revisions'], (api, signal) =>
    api.documents.listTemplateRevisions({ params: { id }, signal }),
  );
  const newest = revisions.data?.items[0]?.revision;
  const numbers = revisions.data?.items.map((one) => one.revision) ?? [];
  const all = numbers.includes(revision) ? numbers : [revision, ...numbers];
  return (
    <SelectField
      label="Revision of the template"
      hint={newest !== undefined && newest > revision && `Revision ${newest} is newer.`}
      value={String(revision)}
      options={all.map((one) => [String(one), one === newest ? `${one}, the current one` : String(one)] as const)}
      onValue={(chosen) => void setQuery({ revision: chosen })}
    />
  );
}
