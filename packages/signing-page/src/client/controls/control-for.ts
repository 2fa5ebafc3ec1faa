import { type ControlName, FIELD_KINDS } from '../field-kinds.ts';
import { canBeFilled, type SigningField } from '../signing-state.ts';
import { checkboxControl } from './checkbox-control.ts';
import { dropdownControl } from './dropdown-control.ts';
import type { ControlSurroundings, FieldControl } from './field-control.ts';
import { readOnlyControl } from './read-only-control.ts';
import { signatureControl } from './signature-control.ts';
import { textControl } from './text-control.ts';

const CONTROLS: Record<ControlName, (field: SigningField, surroundings: ControlSurroundings) => FieldControl> = {
  text: textControl,
  choice: dropdownControl,
  tick: checkboxControl,
  picture: signatureControl,
};

export function controlFor(field: SigningField, surroundings: ControlSurroundings): FieldControl {
  const isForUs = canBeFilled(surroundings.session.state, field);
  return (isForUs ? CONTROLS[FIELD_KINDS[field.fieldType].control] : readOnlyControl)(field, surroundings);
}
