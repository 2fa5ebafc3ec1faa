import { isTicked } from '@assay/agreements/browser';
import { make, setAttribute, setText } from '../dom.ts';
import { labelOf } from '../field-label.ts';
import type { SigningField } from '../signing-state.ts';
import { say, strings } from '../strings.ts';
import { boxFor, type ControlSurroundings, type FieldControl } from './field-control.ts';

/** A read-only field: prefilled, filled by another signer, or to be filled by another. */
export function readOnlyControl(field: SigningField, { page }: ControlSurroundings): FieldControl {
  const box = boxFor(field, page);
  box.classList.add('read-only');
  const words = make('span', { 'aria-hidden': 'true', dir: 'auto' });
  const picture = make('img', { alt: '', hidden: true });
  box.append(words, picture);
  if (field.multiline) box.classList.add('multiline');

  return {
    box,
    input: null,
    isTyped: false,
    show: (next) => {
      const isCheckbox = isTicked(next);
      const isChecked = isCheckbox && next.value === 'true';
      box.classList.toggle('crossed', isChecked);
      const isPicture = next.signatureImage !== null;
      setText(words, isPicture || isCheckbox ? '' : (next.value ?? ''));
      picture.hidden = !isPicture;
      setAttribute(picture, 'src', next.signatureImage);
      nameBox(box, next, isChecked);
    },
  };
}

/** An empty field of another signer is hidden from screen readers. */
function nameBox(box: HTMLElement, field: SigningField, isChecked: boolean) {
  const value = isChecked ? strings.checked : field.signatureImage ? '' : field.value;
  const isEmpty = field.value === null && field.signatureImage === null;
  const label = field.isMine ? labelOf(field) : say(strings.ofOther, { label: labelOf(field) });
  const name = field.signingDate && field.isMine ? strings.signingDate : strings.filledWith;
  setAttribute(box, 'role', isEmpty ? null : 'img');
  setAttribute(box, 'aria-label', isEmpty ? null : value ? say(name, { label, value }) : label);
  setAttribute(box, 'aria-hidden', isEmpty ? 'true' : null);
  setAttribute(box, 'title', field.signingDate && value ? say(name, { label, value }) : null);
  box.dataset.state = isEmpty ? 'empty' : 'filled';
}
