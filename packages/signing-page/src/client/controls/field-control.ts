import { isDrawn } from '@assay/agreements/browser';
import { make } from '../dom.ts';
import type { SigningSession } from '../session.ts';
import type { FieldError } from '../session-status.ts';
import type { SigningField } from '../signing-state.ts';
import { type FieldEntry, isTyped } from '../typed-signature.ts';
import { messagesAt } from './field-messages.ts';

/** A field on its page: a box of its exact size and position, with the input inside. */
export interface FieldControl {
  box: HTMLElement;
  /** The focusable element; null for a read-only field. */
  input: HTMLElement | null;
  /** Whether text is typed into it, which needs more space than viewing. */
  isTyped: boolean;
  show: (field: SigningField, status: FieldStatus) => void;
  /** Sends its value if it was not sent yet. */
  commit?: () => void;
  /** A note on how the entry will be printed. */
  note?: () => string | null;
}

interface FieldStatus {
  error: FieldError | undefined;
  /** The value has not been saved by the service yet. */
  isUnsaved: boolean;
}

export interface ControlSurroundings {
  session: SigningSession;
  page: { width: number; height: number };
}

/** The latest entry, saved or not; for a signature, its picture. */
export function latestValue({ unsaved, saved }: SigningSession, field: SigningField): string | null {
  if (unsaved.has(field.id)) return shownOf(unsaved.get(field.id) ?? null);
  if (!isDrawn(field)) return field.value;
  return field.signatureImage && (shownOf(saved.get(field.id) ?? null) ?? field.signatureImage);
}

const shownOf = (entry: FieldEntry) => (isTyped(entry) ? entry.drawing : entry);

/** The font size in which the value will be printed, in points. */
export const printSizeOf = ({ height }: SigningField) => Math.min(12, height * 0.6);

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

/** In percent of the page, so that it scales with it. */
export function boxFor(field: SigningField, { width, height }: { width: number; height: number }): HTMLElement {
  const box = make('div', { class: 'field', 'data-kind': field.fieldType, 'data-field': field.id });
  box.style.left = percent(field.xPosition, width);
  box.style.top = percent(field.yPosition, height);
  box.style.width = percent(field.width, width);
  box.style.height = percent(field.height, height);
  box.style.setProperty('--print-size', String(printSizeOf(field)));
  if (field.isOverForm) box.classList.add('over-form');
  if (field.xPosition + field.width / 2 > width / 2) box.classList.add('on-right');
  return box;
}

/** The behaviour of one type of control. */
interface Behaviour {
  /** Called when the area around the field is touched instead of the input. */
  touch: () => void;
  show: FieldControl['show'];
  commit?: () => void;
  note?: () => string | null;
  isTyped?: boolean;
  hint?: string | undefined;
}

/** An input in the box of its field, with an enlarged touch target, its messages and its state. */
export function controlIn(
  { page }: ControlSurroundings,
  field: SigningField,
  input: HTMLElement,
  { touch, show, commit, note, isTyped = false, hint }: Behaviour,
): FieldControl {
  const box = boxFor(field, page);
  box.append(input);
  const say = messagesAt(box, input, hint);
  widenTouch(box, touch);
  return {
    box,
    input,
    isTyped,
    ...(commit && { commit }),
    ...(note && { note }),
    show: (next, status) => {
      show(next, status);
      if ('required' in input) input.required = next.isRequiredNow;
      markState(box, next, status);
      say({ error: status.error?.message, note: note?.() ?? undefined });
    },
  };
}

/** Small fields have a larger touch target around them. */
function widenTouch(box: HTMLElement, activate: () => void) {
  box.addEventListener('click', (event) => {
    if (event.target === box) activate();
  });
}

function markState(box: HTMLElement, field: SigningField, { error, isUnsaved }: FieldStatus) {
  const isFilled = field.value !== null || field.signatureImage !== null;
  box.dataset.state = error ? 'wrong' : isFilled || isUnsaved ? 'filled' : 'empty';
  box.toggleAttribute('data-required', field.isRequiredNow);
}
