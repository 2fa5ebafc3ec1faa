import { button, make, setAttribute, setText } from '../dom.ts';
import { askForSignature } from '../signature/signature-dialog.ts';
import { hasValue, type SigningField } from '../signing-state.ts';
import { strings } from '../strings.ts';
import { type Entry, isTyped } from '../typed-signature.ts';
import {
  type ControlSurroundings,
  controlIn,
  type FieldControl,
  labelOf,
  latestValue,
} from './field-control.ts';

/** A signature or initials: a button that shows the picture once there is one. */
export function signatureControl(
  first: SigningField,
  surroundings: ControlSurroundings,
): FieldControl {
  const { session } = surroundings;
  let field = first;
  const words = make('span', { class: 'sign-here' });
  const picture = make('img', { alt: '', hidden: true, draggable: 'false' });
  const input = button('', () => void ask(), { class: 'sign' });
  input.append(words, picture);

  async function ask() {
    const others = otherEmptyOnes();
    const answer = await askForSignature(field, session, others.length);
    input.focus({ preventScroll: true });
    if (!answer) return;
    const rest = answer.isForAll ? others : [];
    await Promise.all([
      session.fill(field, answer.signature),
      ...rest.map(async (one) => session.fill(one, await drawnFor(one, answer.signature))),
    ]);
  }

  /** A typed signature is drawn for the size of each field; one that does not fit is refused there. */
  async function drawnFor(other: SigningField, signature: Entry): Promise<Entry> {
    if (!isTyped(signature)) return signature;
    const drawn = await session.drawTyped(other, signature.typed);
    return { ...signature, ...('drawing' in drawn && drawn) };
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
      picture.hidden = image === null;
      words.hidden = image !== null;
      setAttribute(picture, 'src', image);
      setText(words, wordsOn(next));
      input.setAttribute('aria-label', nameOf(next, image !== null));
    },
  });
}

const wordsOn = ({ fieldType }: SigningField) =>
  fieldType === 'initials' ? strings.initialHere : strings.signHere;

/** Buttons have no required state of their own, so the name says it; it begins with what one sees. */
function nameOf(field: SigningField, isSigned: boolean): string {
  const label = field.isRequiredNow ? strings.requiredLabel(labelOf(field)) : labelOf(field);
  return isSigned ? strings.signed(label) : strings.toSign(wordsOn(field), label);
}
