import type { Finding } from '#shared/platform/problem.ts';
import type { Field, FieldSettings } from '../field.ts';
import { CHECKED } from './check-value.ts';
import { nameOf } from './field-name.ts';

type Grouped = Pick<Field, 'groupKey'>;

/** The fields that exclude each other with this one, itself among them if it is in the list. */
export const membersOf = <F extends Grouped>({ groupKey }: Grouped, fields: readonly F[]): F[] =>
  groupKey === null ? [] : fields.filter((field) => field.groupKey === groupKey);

/** One member that says so is enough, so that no order of updates leaves members contradicting. */
export const isGroupRequired = (members: readonly Pick<Field, 'groupRequired'>[]) =>
  members.some(({ groupRequired }) => groupRequired);

/** Choosing one clears the others, which only one person can do in one place: a group has one signer. */
export function checkGroup(settings: FieldSettings, others: readonly Field[]): Finding[] {
  const { groupKey, groupRequired, signerId, value } = settings;
  if (groupKey === null)
    return groupRequired
      ? [{ path: 'groupRequired', message: '`groupRequired` requires `groupKey`.' }]
      : [];
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
