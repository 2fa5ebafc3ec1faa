import type { Finding } from '@assay/foundation';
import type { FieldSettings } from '../field.ts';
import { checkCondition, checkDependents } from './check-condition.ts';
import { checkGroup } from './check-group.ts';
import { checkPlace } from './check-place.ts';
import { checkSettings } from './check-settings.ts';
import { checkType } from './check-type.ts';
import type { DocumentFields } from './document-fields.ts';
import { checkFormLink } from './form-link.ts';
import { checkFormPlace } from './form-place.ts';

/** Everything that is wrong with a field, given the other fields of its document. */
export function checkField(
  settings: FieldSettings,
  { fieldId, ...document }: DocumentFields & { fieldId: string },
): Finding[] {
  const others = document.fields.filter(({ id }) => id !== fieldId);
  return [
    ...checkPlace(settings, document),
    ...checkType(settings),
    ...checkSettings(settings),
    ...checkFormLink(settings, others, document.form),
    ...checkFormPlace(settings, document),
    ...checkGroup(settings, others),
    ...checkCondition(settings, { fieldId, others }),
    ...checkDependents(settings, { fieldId, others }),
  ];
}
