import { make } from '../dom.ts';
import { labelOf } from '../field-label.ts';
import type { SigningField } from '../signing-state.ts';
import { strings } from '../strings.ts';
import { type ControlSurroundings, controlIn, type FieldControl } from './field-control.ts';

/** Members of a group are checkboxes instead of radio buttons, because the choice can be undone. */
export function checkboxControl(first: SigningField, surroundings: ControlSurroundings): FieldControl {
  let field = first;
  const input = make('input', {
    type: 'checkbox',
    class: 'tick',
    'aria-label': labelOf(field),
    title: labelOf(field),
  });
  input.addEventListener('change', () => {
    void surroundings.session.fill(field, input.checked ? 'true' : null);
  });
  return controlIn(surroundings, field, input, {
    touch: () => input.click(),
    hint: field.groupKey ? strings.groupHint : undefined,
    show: (next, { isUnsaved }) => {
      field = next;
      if (!isUnsaved) input.checked = next.value === 'true';
    },
  });
}
