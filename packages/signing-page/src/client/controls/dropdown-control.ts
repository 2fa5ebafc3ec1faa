import { isRightToLeft } from '@assay/agreements/browser';
import { make } from '../dom.ts';
import { labelOf } from '../field-label.ts';
import type { SigningField } from '../signing-state.ts';
import { strings } from '../strings.ts';
import { type ControlSurroundings, controlIn, type FieldControl } from './field-control.ts';

export function dropdownControl(first: SigningField, surroundings: ControlSurroundings): FieldControl {
  let field = first;
  const input = make(
    'select',
    { class: 'entry', 'aria-label': labelOf(field), title: labelOf(field) },
    make('option', { value: '' }, strings.choose),
    ...(field.options ?? []).map((option) => make('option', { value: option }, option)),
  );
  input.addEventListener('change', () => {
    void surroundings.session.fill(field, input.value === '' ? null : input.value);
  });
  return controlIn(surroundings, field, input, {
    touch: () => input.focus(),
    show: (next, { error, isUnsaved }) => {
      field = next;
      if (!isUnsaved && !error) input.value = next.value ?? '';
      input.dir = isRightToLeft(input.value || strings.choose) ? 'rtl' : 'ltr';
    },
  });
}
