import { canBeFilled, type SigningField } from '../signing-state.ts';
import { checkboxControl } from './checkbox-control.ts';
import { dropdownControl } from './dropdown-control.ts';
import type { ControlSurroundings, FieldControl } from './field-control.ts';
import { readOnlyControl } from './read-only-control.ts';
import { signatureControl } from './signature-control.ts';
import { textControl } from './text-control.ts';

const CONTROLS = {
  signature: signatureControl,
  initials: signatureControl,
  date: textControl,
  text: textControl,
  checkbox: checkboxControl,
  dropdown: dropdownControl,
};

export function controlFor(field: SigningField, surroundings: ControlSurroundings): FieldControl {
  const isForUs = canBeFilled(surroundings.session.state, field);
  return (isForUs ? CONTROLS[field.fieldType] : readOnlyControl)(field, surroundings);
}
