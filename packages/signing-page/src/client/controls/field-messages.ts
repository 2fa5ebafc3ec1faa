import { make, setAttribute } from '../dom.ts';

export interface FieldMessages {
  error?: string | undefined;
  /** A note, which does not prevent finishing. */
  note?: string | undefined;
}

const SIDES = ['below', 'above', 'beside'];

/** Messages of a field, associated with its input for screen readers. */
export function messagesAt(box: HTMLElement, input: HTMLElement, hint?: string) {
  const id = `message-${box.dataset.field}`;
  const message = make('p', { class: 'field-message', id, hidden: true, dir: 'auto' });
  box.append(message);
  const hintId = `hint-${box.dataset.field}`;
  if (hint) box.append(make('p', { id: hintId, hidden: true }, hint));
  for (const event of ['focusin', 'pointerenter']) box.addEventListener(event, () => placeBeside(box, message));

  return ({ error, note }: FieldMessages) => {
    message.textContent = error ?? note ?? '';
    message.hidden = message.textContent === '';
    box.toggleAttribute('data-noted', !error && note !== undefined);
    setAttribute(input, 'aria-invalid', error ? 'true' : null);
    const describing = [message.hidden ? '' : id, hint ? hintId : ''].join(' ').trim();
    setAttribute(input, 'aria-describedby', describing || null);
    placeBeside(box, message);
  };
}

/** Placed on the first side where it is visible and covers no other field. */
function placeBeside(box: HTMLElement, message: HTMLElement) {
  const others = [...(box.parentElement?.children ?? [])].filter((other) => other !== box);
  const isFree = (side: string) => {
    message.dataset.side = side;
    const place = message.getBoundingClientRect();
    if (place.left < 0 || place.right > document.documentElement.clientWidth) return false;
    return !others.some((other) => overlaps(other.getBoundingClientRect(), place));
  };
  if (!message.hidden && !SIDES.some(isFree)) message.dataset.side = 'below';
}

const overlaps = (a: DOMRect, b: DOMRect) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
