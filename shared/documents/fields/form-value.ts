import type { FieldSettings } from '../field.ts';
import type { FormField } from '../form-field.ts';
import { CHECKED } from './check-value.ts';

type Linked = Pick<FieldSettings, 'fieldType'> & { acroFieldName?: string | null | undefined };

/** Where the seal puts the field's own value in the place of the form's. */
const REPLACED: readonly FormField['type'][] = [
  ...(['text', 'dropdown', 'listbox', 'checkbox', 'radio'] as const),
];

/**
 * What stands in the form field that a field is linked to. The sealed file holds the field's value there, so
 * this is what the field begins with: else it would be lost with nobody having said so.
 */
export function formValueFor(
  { fieldType, acroFieldName }: Linked,
  form: readonly FormField[],
): string | undefined {
  if (!acroFieldName || fieldType === 'signature' || fieldType === 'initials') return undefined;
  const linked = form.find(({ name }) => name === acroFieldName);
  if (!linked || linked.value === null || !REPLACED.includes(linked.type)) return undefined;
  if (fieldType !== 'checkbox') return linked.value;
  // Which of several buttons is chosen cannot be said by one tick.
  return linked.type === 'checkbox' ? CHECKED : undefined;
}
