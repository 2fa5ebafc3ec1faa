import type { Finding } from '@assay/foundation';
import type { Field, FieldSettings } from '../field.ts';
import { CHECKED } from './check-value.ts';
import { nameOf } from './field-name.ts';

type Grouped = Pick<Field, 'groupKey'>;

/** The members of a field's group, including the field itself if it is in the list. */
export const membersOf = <F extends Grouped>({ groupKey }: Grouped, fields: readonly F[]): F[] =>
  groupKey === null ? [] : fields.filter((field) => field.groupKey === groupKey);

/** One member with `groupRequired` is enough, so the order of updates does not matter. */
export const isGroupRequired = (members: readonly Pick<Field, 'groupRequired'>[]) =>
  members.some(({ groupRequired }) => groupRequired);

/** Filling one member clears the others, so all members of a group belong to one signer. */
export function checkGroup(settings: FieldSettings, others: readonly Field[]): Finding[] {
  const { groupKey, groupRequired, signerId, value } = settings;
  if (groupKey === null)
    return groupRequired ? [{ path: 'groupRequired', message: '`groupRequired` requires `groupKey`.' }] : [];
  const findings: Finding[] = [];
  const members = membersOf(settings, others);
  if (members.some((member) => member.signerId !== signerId))
    findings.push({ path: 'groupKey', message: 'The group belongs to another signer.' });
  const chosen = members.find((member) => member.value === CHECKED);
  if (value === CHECKED && chosen)
    findings.push({
      path: 'value',
      message: `${nameOf(chosen)} is already checked in this group.`,
    });
  return findings;
}
