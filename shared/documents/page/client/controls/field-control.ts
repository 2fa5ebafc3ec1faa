import { make, setAttribute } from '../dom.ts';
import type { Session } from '../session.ts';
import type { SigningField } from '../signing-state.ts';
import type { FieldError } from '../standing.ts';
import { strings } from '../strings.ts';

/** A field on its page: a box that is exactly its place, with what one fills it with inside. */
export interface FieldControl {
  box: HTMLElement;
  /** What takes the focus; a field one only reads has none. */
  input: HTMLElement | null;
  /** Whether text is typed into it, which takes more room than looking at it. */
  isTyped: boolean;
  show: (field: SigningField, status: FieldStatus) => void;
  /** Sends what stands in it, where it was not yet. */
  commit?: () => void;
}

export interface FieldStatus {
  error: FieldError | undefined;
  /** The service does not know yet what stands in it. */
  isUnsaved: boolean;
}

export interface ControlSurroundings {
  session: Session;
  page: { width: number; height: number };
}

export const labelOf = ({ label, fieldType }: SigningField) =>
  label?.trim() || strings.kinds[fieldType];

/** What was entered last, whether the service knows it yet or not; of a signature, its picture. */
export function latestValue({ unsaved, saved }: Session, field: SigningField): string | null {
  if (unsaved.has(field.id)) return unsaved.get(field.id) ?? null;
  if (!isPicture(field)) return field.value;
  return field.signatureImage && (saved.get(field.id) ?? field.signatureImage);
}

const isPicture = ({ fieldType }: SigningField) =>
  fieldType === 'signature' || fieldType === 'initials';

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

/** In shares of the page, so that it grows and shrinks with it. */
export function boxFor(
  field: SigningField,
  { width, height }: { width: number; height: number },
): HTMLElement {
  const box = make('div', { class: 'field', 'data-kind': field.fieldType, 'data-field': field.id });
  box.style.left = percent(field.xPosition, width);
  box.style.top = percent(field.yPosition, height);
  box.style.width = percent(field.width, width);
  box.style.height = percent(field.height, height);
  // The size in which the value will be printed, in points.
  box.style.setProperty('--print-size', String(Math.min(12, field.height * 0.6)));
  if (field.xPosition + field.width / 2 > width / 2) box.classList.add('on-right');
  return box;
}

/** What makes one kind of control itself. */
interface Behaviour {
  /** When the room around the field is touched instead of the input. */
  touch: () => void;
  show: FieldControl['show'];
  commit?: () => void;
  isTyped?: boolean;
  hintId?: string | undefined;
}

/** An input in the box of its field: with room for a finger around it, its error below and its state shown. */
export function controlIn(
  { page }: ControlSurroundings,
  field: SigningField,
  input: HTMLElement,
  { touch, show, commit, isTyped = false, hintId }: Behaviour,
): FieldControl {
  const box = boxFor(field, page);
  const showError = errorBelow(box, input, field.id, hintId);
  box.prepend(input);
  widenTouch(box, touch);
  return {
    ...{ box, input, isTyped },
    ...(commit && { commit }),
    show: (next, status) => {
      show(next, status);
      if ('required' in input) input.required = next.isRequiredNow;
      showError(status.error);
      markState(box, next, status);
    },
  };
}

/** The message below a field, tied to its input for those who do not see where it stands. */
function errorBelow(box: HTMLElement, input: HTMLElement, fieldId: string, hintId?: string) {
  const id = `error-${fieldId}`;
  const message = make('p', { class: 'field-error', id, hidden: true, dir: 'auto' });
  box.append(message);
  setAttribute(input, 'aria-describedby', hintId);
  return (error: FieldError | undefined) => {
    message.textContent = error?.message ?? '';
    message.hidden = !error;
    setAttribute(input, 'aria-invalid', error ? 'true' : null);
    setAttribute(
      input,
      'aria-describedby',
      [error && id, hintId].filter(Boolean).join(' ') || null,
    );
  };
}

/** Around a small field lies room for a finger; touching that is touching the field. */
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
