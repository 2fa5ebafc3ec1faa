import { button, make, setAttribute, setText } from '../dom.ts';
import { FIELD_KINDS } from '../field-kinds.ts';
import { labelOf } from '../field-label.ts';
import { adoptedFor } from '../signature/adopted.ts';
import { promptForSignature } from '../signature/signature-dialog.ts';
import { hasValue, type SigningField } from '../signing-state.ts';
import { say, strings } from '../strings.ts';
import { type ControlSurroundings, controlIn, type FieldControl, latestValue } from './field-control.ts';

/** A signature or initials: a button that shows the picture once there is one. */
export function signatureControl(first: SigningField, surroundings: ControlSurroundings): FieldControl {
  const { session } = surroundings;
  let field = first;
  const words = make('span', { class: 'sign-here' });
  const picture = make('img', { alt: '', hidden: true, draggable: 'false' });
  const input = button('', () => void sign(), { class: 'sign' });
  input.append(words, picture);

  /** An adopted signature is placed immediately; an existing one can be changed. */
  async function sign() {
    const adopted = latestValue(session, field) === null && adoptedFor(session, field);
    if (!adopted || !(await session.place(field, adopted.value()))) await ask();
  }

  async function ask() {
    const others = otherEmptyOnes();
    const answer = await promptForSignature(field, session, others.length);
    input.focus({ preventScroll: true });
    if (!answer) return;
    const rest = answer.isForAll ? others : [];
    await Promise.all([
      session.fill(field, answer.signature),
      ...rest.map((one) => session.place(one, Promise.resolve(answer.signature))),
    ]);
  }

  const otherEmptyOnes = () =>
    session.state.fields.filter(
      (other) =>
        other.id !== field.id &&
        other.isMine &&
        other.fieldType === field.fieldType &&
        !other.isReadOnly &&
        !hasValue(other),
    );

  return controlIn(surroundings, field, input, {
    touch: () => input.click(),
    show: (next) => {
      field = next;
      const image = latestValue(session, next);
      const adopted = image === null ? adoptedFor(session, next) : undefined;
      const shown = image ?? adopted?.image ?? null;
      picture.hidden = shown === null;
      picture.classList.toggle('adopted', adopted !== undefined);
      words.hidden = image !== null;
      setAttribute(picture, 'src', shown);
      setAttribute(input, 'title', adopted ? strings.placeHint : null);
      setText(words, wordsOn(next));
      input.setAttribute('aria-label', nameOf(next, image !== null));
    },
  });
}

const wordsOn = ({ fieldType }: SigningField) => FIELD_KINDS[fieldType].action?.() ?? strings.signHere;

/**
 * Buttons have no required state, so the accessible name contains it. It begins with the visible
 * text.
 */
function nameOf(field: SigningField, isSigned: boolean): string {
  const label = field.isRequiredNow ? say(strings.requiredLabel, { label: labelOf(field) }) : labelOf(field);
  return isSigned ? say(strings.signed, { label }) : say(strings.toSign, { action: wordsOn(field), label });
}
