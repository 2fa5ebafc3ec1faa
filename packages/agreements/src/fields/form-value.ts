import type { FieldSettings } from '../field.ts';
import type { FormField } from '../form-field.ts';
import { CHECKED } from './check-value.ts';
import { isDrawn, isTicked } from './field-types.ts';

type Linked = Pick<FieldSettings, 'fieldType'> & { acroFieldName?: string | null | undefined };

/** Form field types whose value the seal replaces with ours. */
const REPLACED: readonly FormField['type'][] = ['text', 'dropdown', 'listbox', 'checkbox', 'radio'];

/**
 * The value of the linked form field. Sealing overwrites it with the field's value, so the field
 * starts with it; otherwise it would be lost silently.
 */
export function formValueFor(field: Linked, form: readonly FormField[]): string | undefined {
  if (!field.acroFieldName || isDrawn(field)) return undefined;
  const linked = form.find(({ name }) => name === field.acroFieldName);
  if (!linked || linked.value === null || !REPLACED.includes(linked.type)) return undefined;
  if (!isTicked(field)) return linked.value;
  // A tick cannot say which of several buttons is chosen.
  return linked.type === 'checkbox' ? CHECKED : undefined;
}
