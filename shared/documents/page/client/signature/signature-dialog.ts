import { button, make } from '../dom.ts';
import type { SigningField } from '../signing-state.ts';
import { strings } from '../strings.ts';
import { drawWay } from './draw-way.ts';
import { dataUrlOf } from './picture.ts';
import { tabs } from './tabs.ts';
import { typeWay } from './type-way.ts';
import { uploadWay } from './upload-way.ts';

export interface SignatureAnswer {
  /** A data URL; null takes the signature away. */
  image: string | null;
  /** Also for the signer's other empty fields of this kind. */
  isForAll: boolean;
}

const texts = strings.signature;

/** Asks for a signature in a dialog; undefined where the signer closed it. */
export function askForSignature(
  field: SigningField,
  signerName: string,
  otherFields: number,
): Promise<SignatureAnswer | undefined> {
  const kind = field.fieldType === 'initials' ? 'initials' : 'signature';
  const again = make('input', { type: 'checkbox', id: 'use-again' });
  const error = make('p', { class: 'form-error', role: 'alert' });
  const ways = tabs([drawWay(), typeWay(kind, signerName), uploadWay()], texts.ways, () => {
    error.textContent = '';
  });
  const dialog = make('dialog', {
    class: 'signature-dialog',
    'aria-labelledby': 'signature-title',
  });

  return new Promise((resolve) => {
    let answer: SignatureAnswer | undefined;
    const close = (given?: SignatureAnswer) => {
      answer = given;
      dialog.close();
    };
    async function use() {
      const way = ways.chosen();
      const picture = await way.picture();
      if (picture) close({ image: dataUrlOf(picture), isForAll: again.checked });
      else error.textContent = texts.nothing[way.name];
    }

    const actions = make('div', { class: 'actions' });
    if (field.signatureImage !== null)
      actions.append(
        button(texts.remove, () => close({ image: null, isForAll: false }), {
          class: 'quiet danger',
        }),
      );
    actions.append(
      button(texts.cancel, () => close(), { class: 'quiet' }),
      button(texts.use, () => void use(), { class: 'primary' }),
    );

    dialog.append(
      make('h2', { id: 'signature-title' }, texts.title[kind]),
      ways.element,
      ...(otherFields > 0 ? [againLabel(again, kind, otherFields)] : []),
      error,
      actions,
    );
    // As in any form of one line; what has the focus afterwards is not to feel the same key.
    dialog.addEventListener('keydown', (event) => {
      const isTyping = (event.target as Element).matches('[type="text"]');
      if (event.key !== 'Enter' || event.isComposing || !isTyping) return;
      event.preventDefault();
      void use();
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
    ways.opened();
  });
}

const againLabel = (again: HTMLInputElement, kind: 'signature' | 'initials', count: number) =>
  make(
    'label',
    { class: 'use-again', for: 'use-again' },
    again,
    texts.useAgain(texts.again[kind], count),
  );
