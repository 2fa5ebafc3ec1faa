import { useSetAddressQuery } from '../../address.ts';
import { useApiQuery } from '../../app.tsx';
import { SelectField } from '../../parts/field.tsx';
import type { Template } from './use-template-at.ts';

interface Props {
  template: Pick<Template, 'id' | 'revision'>;
  label?: string;
  /** Without it the revision is part of the address. */
  onRevision?(revision: number): void;
}

/** The revision that is previewed and used, whatever is saved meanwhile. */
export function RevisionField({ template: { id, revision }, label = 'Revision of the template', onRevision }: Props) {
  const setQuery = useSetAddressQuery();
  const revisions = useApiQuery(['template', id, 'revisions'], (api, signal) =>
    api.documents.listTemplateRevisions({ params: { id }, signal }),
  );
  const newest = revisions.data?.items[0]?.revision;
  const numbers = revisions.data?.items.map((one) => one.revision) ?? [];
  const all = numbers.includes(revision) ? numbers : [revision, ...numbers];
  return (
    <SelectField
      label={label}
      hint={newest !== undefined && newest > revision && `Revision ${newest} is newer.`}
      value={String(revision)}
      options={all.map((one) => [String(one), one === newest ? `${one}, the current one` : String(one)] as const)}
      onValue={(chosen) => (onRevision ? onRevision(Number(chosen)) : void setQuery({ revision: chosen }))}
    />
  );
}
