import { FIELD_VALUE_CHARACTERS } from '@assay/agreements/browser';
import { make } from '../dom.ts';
import { FIELD_KINDS } from '../field-kinds.ts';
import { labelOf, labelWithFormat } from '../field-label.ts';
import type { SigningField } from '../signing-state.ts';
import { say, strings } from '../strings.ts';
import { type ControlSurroundings, controlIn, type FieldControl, latestValue, printSizeOf } from './field-control.ts';
import { overflowNote } from './print-overflow.ts';
import { today } from './today.ts';

/** Text of one or several lines, and dates: an empty date gets today's date on click or Enter. */
export function textControl(first: SigningField, surroundings: ControlSurroundings): FieldControl {
  const { session } = surroundings;
  let field = first;
  const { fillsToday } = FIELD_KINDS[field.fieldType];
  const input = inputFor(field);

  const known = () => latestValue(session, field) ?? '';
  let sent: string | undefined;
  const commit = () => {
    // A rejected entry that was then cleared is also sent, which clears the error.
    if (input.value === known() && (sent ?? input.value) === input.value) return;
    sent = input.value;
    void session.fill(field, input.value === '' ? null : input.value);
  };
  const fillToday = () => {
    if (!fillsToday || input.value !== '') return;
    input.value = today(field.dateFormat);
    commit();
  };

  input.addEventListener('change', commit);
  // Print shows the first line first, so the input scrolls back to it.
  input.addEventListener('blur', () => input.scrollTo(0, 0));
  input.addEventListener('click', fillToday);
  input.addEventListener('keydown', (event) => {
    const isEnter = (event as KeyboardEvent).key === 'Enter' && !field.multiline;
    if (!isEnter) return;
    event.preventDefault();
    if (input.value === '') fillToday();
    else commit();
  });

  return controlIn(surroundings, field, input, {
    touch: () => {
      input.focus();
      fillToday();
    },
    isTyped: true,
    commit,
    note: () => overflowNote(input, { width: field.width, height: field.height, printSize: shownSizeOf(input, field) }),
    hint: fillsToday ? dateHint(field) : undefined,
    show: (next, { error, isUnsaved }) => {
      field = next;
      // A value that was sent but is missing was rejected: it must not look as if it will be
      // signed.
      const isBeingTyped = document.activeElement === input && input.value !== known() && input.value !== sent;
      if (!error && !isUnsaved && !isBeingTyped) input.value = next.value ?? '';
    },
  });
}

/** In the size that the form declares, once it is known. */
const shownSizeOf = (input: HTMLElement, field: SigningField) =>
  Number(input.closest<HTMLElement>('.field')?.style.getPropertyValue('--print-size')) || printSizeOf(field);

const dateHint = ({ dateFormat }: SigningField) =>
  dateFormat ? say(strings.dateHintWithFormat, { format: dateFormat }) : strings.dateHint;

function inputFor(field: SigningField) {
  const attributes = {
    class: 'entry',
    'aria-label': labelOf(field),
    placeholder: labelWithFormat(field),
    title: labelWithFormat(field),
    maxlength: field.maxLength ?? FIELD_VALUE_CHARACTERS,
    autocomplete: 'off',
    spellcheck: 'false',
    dir: 'auto',
    ...(FIELD_KINDS[field.fieldType].fillsToday && { inputmode: 'text' }),
  };
  return field.multiline
    ? make('textarea', { ...attributes, rows: 1 })
    : make('input', { ...attributes, type: 'text' });
}
