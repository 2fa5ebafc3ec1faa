import { make } from '../dom.ts';
import type { SigningField } from '../signing-state.ts';
import {
  boxFor,
  type ControlSurroundings,
  errorBelow,
  type FieldControl,
  labelOf,
  markState,
  widenTouch,
} from './field-control.ts';

/** Members of a group stay checkboxes, since the chosen one can be taken back. */
export function checkboxControl(
  first: SigningField,
  { session, page }: ControlSurroundings,
): FieldControl {
  let field = first;
  const box = boxFor(field, page);
  const input = make('input', {
    type: 'checkbox',
    class: 'tick',
    'aria-label': labelOf(field),
    title: labelOf(field),
  });
  const showError = errorBelow(box, input, field.id, field.groupKey ? 'group-hint' : undefined);
  box.prepend(input);

  input.addEventListener('change', () => void session.fill(field, input.checked ? 'true' : null));
  widenTouch(box, () => input.click());

  return {
    box,
    input,
    isTyped: false,
    show: (next, status) => {
      field = next;
      if (!status.isUnsaved) input.checked = next.value === 'true';
      input.required = next.isRequiredNow;
      showError(status.error);
      markState(box, next, status);
    },
  };
}
