import type { FieldSettings } from '../field.ts';
import type { FormField } from '../form-field.ts';
import { CHECKED } from './check-value.ts';

type Linked = Pick<FieldSettings, 'fieldType'> & { acroFieldName?: string | null | undefined };

/** Form field types whose value the seal replaces with ours. */
const REPLACED: readonly FormField['type'][] = [...(['text', 'dropdown', 'listbox', 'checkbox', 'radio'] as const)];

/**
 * The value of the linked form field. Sealing overwrites it with the field's value, so the field
 * starts with it; otherwise it would be lost silently.
 */
export function formValueFor({ fieldType, acroFieldName }: Linked, form: readonly FormField[]): string | undefined {
  if (!acroFieldName || fieldType === 'signature' || fieldType === 'initials') return undefined;
  const linked = form.find(({ name }) => name === acroFieldName);
  if (!linked || linked.value === null || !REPLACED.includes(linked.type)) return undefined;
  if (fieldType !== 'checkbox') return linked.value;
  // A tick cannot say which of several buttons is chosen.
  return linked.type === 'checkbox' ? CHECKED : undefined;
}
