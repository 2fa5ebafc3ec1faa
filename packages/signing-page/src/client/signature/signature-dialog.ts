import { button, make } from '../dom.ts';
import { FIELD_KINDS } from '../field-kinds.ts';
import type { SigningSession } from '../session.ts';
import type { SigningField } from '../signing-state.ts';
import { say, strings } from '../strings.ts';
import type { FieldEntry } from '../typed-signature.ts';
import { drawTab } from './draw-tab.ts';
import { tabs } from './tabs.ts';
import { type TypedText, typeTab } from './type-tab.ts';
import { uploadTab } from './upload-tab.ts';

export interface SignatureAnswer {
  /** Null removes the signature. */
  signature: FieldEntry;
  /** Also for the signer's other empty fields of this type. */
  isForAll: boolean;
}

/** Opens the signature dialog; undefined if the signer closed it. */
export function promptForSignature(
  field: SigningField,
  { state, drawTyped }: Pick<SigningSession, 'state' | 'drawTyped'>,
  otherFields: number,
): Promise<SignatureAnswer | undefined> {
  const texts = strings.signature;
  const kind = FIELD_KINDS[field.fieldType].draws ?? 'signature';
  const again = make('input', { type: 'checkbox', id: 'use-again' });
  const error = make('p', { class: 'form-error', role: 'alert' });
  const typed: TypedText = {
    kind,
    signerName: state.signer.name,
    draw: (text) => drawTyped(field, text),
  };
  const choices = tabs([drawTab(), typeTab(typed), uploadTab()], texts.ways, () => {
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
    let isUsing = false;
    const taps: MouseEvent[] = [];
    async function use() {
      const tab = choices.chosen();
      isUsing = true;
      const signature = await tab.signature().finally(() => {
        isUsing = false;
      });
      if (!signature) error.textContent = texts.nothing[tab.name];
      else if (typeof signature === 'object' && 'problem' in signature) error.textContent = signature.problem;
      else close({ signature, isForAll: again.checked });
    }

    const actions = make('div', { class: 'actions' });
    if (field.signatureImage !== null)
      actions.append(
        button(texts.remove, () => close({ signature: null, isForAll: false }), {
          class: 'quiet danger',
        }),
      );
    actions.append(
      button(texts.cancel, () => close(), { class: 'quiet' }),
      button(texts.use, () => void use(), { class: 'primary' }),
    );

    dialog.append(
      make('h2', { id: 'signature-title' }, texts.title[kind]),
      choices.element,
      ...(otherFields > 0 ? [againLabel(again, kind, otherFields)] : []),
      error,
      actions,
    );
    // Enter submits, as in any single-line form. The element focused afterwards must not receive
    // the same key.
    dialog.addEventListener('keydown', (event) => {
      const isTyping = (event.target as Element).matches('[type="text"]');
      if (event.key !== 'Enter' || event.isComposing || !isTyping) return;
      event.preventDefault();
      void use();
    });
    // The page is out of reach until the signature is drawn; a tap on it then is meant for what lies there.
    dialog.addEventListener('click', (event) => {
      if (isUsing && event.target === dialog && !isWithin(dialog, event)) taps.push(event);
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(answer);
      // After the answer has been entered.
      if (answer) setTimeout(() => taps.forEach(tapAgain));
    });
    document.body.append(dialog);
    dialog.showModal();
    choices.opened();
  });
}

function isWithin(element: HTMLElement, { clientX: x, clientY: y }: MouseEvent): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}

function tapAgain({ clientX, clientY }: MouseEvent) {
  const place = document.elementFromPoint(clientX, clientY);
  const field = place?.closest<HTMLElement>('.field');
  const control = field?.querySelector<HTMLElement>('button, input, textarea, select');
  if (control?.matches('input[type="text"], textarea, select')) control.focus();
  else control?.click();
}

const againLabel = (again: HTMLInputElement, kind: 'signature' | 'initials', count: number) =>
  make('label', { class: 'use-again', for: 'use-again' }, again, say(strings.signature.useAgain[kind], { count }));
