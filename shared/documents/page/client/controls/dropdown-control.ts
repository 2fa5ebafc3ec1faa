import { make } from '../dom.ts';
import type { SigningField } from '../signing-state.ts';
import { strings } from '../strings.ts';
import {
  boxFor,
  type ControlSurroundings,
  errorBelow,
  type FieldControl,
  labelOf,
  markState,
  widenTouch,
} from './field-control.ts';

export function dropdownControl(
  first: SigningField,
  { session, page }: ControlSurroundings,
): FieldControl {
  let field = first;
  const box = boxFor(field, page);
  const input = make(
    'select',
    { class: 'entry', 'aria-label': labelOf(field), title: labelOf(field) },
    make('option', { value: '' }, strings.choose),
    ...(field.options ?? []).map((option) => make('option', { value: option }, option)),
  );
  const showError = errorBelow(box, input, field.id);
  box.prepend(input);

  input.addEventListener('change', () => {
    void session.fill(field, input.value === '' ? null : input.value);
  });
  widenTouch(box, () => input.focus());

  return {
    box,
    input,
    isTyped: false,
    show: (next, status) => {
      field = next;
      if (!status.isUnsaved && !status.error) input.value = next.value ?? '';
      input.required = next.isRequiredNow;
      showError(status.error);
      markState(box, next, status);
    },
  };
}
