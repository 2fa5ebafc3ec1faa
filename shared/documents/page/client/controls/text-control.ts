import { make } from '../dom.ts';
import type { SigningField } from '../signing-state.ts';
import { strings } from '../strings.ts';
import {
  boxFor,
  type ControlSurroundings,
  errorBelow,
  type FieldControl,
  labelOf,
  latestValue,
  markState,
  widenTouch,
} from './field-control.ts';
import { today } from './today.ts';

/** Text, in one line or several, and dates: an empty date takes that of today at a click or Enter. */
export function textControl(
  first: SigningField,
  { session, page }: ControlSurroundings,
): FieldControl {
  let field = first;
  const isDate = field.fieldType === 'date';
  const box = boxFor(field, page);
  const input = inputFor(field);
  const showError = errorBelow(box, input, field.id, isDate ? 'date-hint' : undefined);
  box.prepend(input);

  const known = () => latestValue(session, field) ?? '';
  const commit = () => {
    if (input.value !== known()) void session.fill(field, input.value === '' ? null : input.value);
  };
  const fillToday = () => {
    if (!isDate || input.value !== '') return;
    input.value = today(field.dateFormat);
    commit();
  };

  input.addEventListener('change', commit);
  input.addEventListener('click', fillToday);
  input.addEventListener('keydown', (event) => {
    const isEnter = (event as KeyboardEvent).key === 'Enter' && !field.multiline;
    if (!isEnter) return;
    event.preventDefault();
    if (input.value === '') fillToday();
    else commit();
  });
  widenTouch(box, () => {
    input.focus();
    fillToday();
  });

  return {
    box,
    input,
    isTyped: true,
    commit,
    show: (next, status) => {
      field = next;
      const isBeingTyped = document.activeElement === input && input.value !== known();
      if (!status.error && !status.isUnsaved && !isBeingTyped) input.value = next.value ?? '';
      input.required = next.isRequiredNow;
      showError(status.error);
      markState(box, next, status);
    },
  };
}

function inputFor(field: SigningField) {
  const attributes = {
    class: 'entry',
    'aria-label': labelOf(field),
    placeholder: placeholderOf(field),
    maxlength: field.maxLength,
    autocomplete: 'off',
    spellcheck: 'false',
    dir: 'auto',
    ...(field.fieldType === 'date' && { inputmode: 'text' }),
  };
  return field.multiline
    ? make('textarea', { ...attributes, rows: 1 })
    : make('input', { ...attributes, type: 'text' });
}

const placeholderOf = (field: SigningField) =>
  field.label?.trim() || field.dateFormat || strings.kinds[field.fieldType];
