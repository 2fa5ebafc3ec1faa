import { button, make, setAttribute, setText } from './dom.ts';
import { card } from './outcome-card.ts';
import type { CodeAnswer, CodeRequest, SigningService } from './service.ts';
import type { SigningState } from './signing-state.ts';
import { say, strings } from './strings.ts';

const DIGITS = 6;

/**
 * Shown to the holder of a link whose signer has an identity check: a code is emailed on request, so that a mail
 * scanner that opens the link sends none, and its entry opens the document.
 */
export function codeCard(
  service: Pick<SigningService, 'sendCode' | 'enterCode'>,
  { signer, identity }: SigningState,
  onVerified: () => void,
): HTMLElement {
  const texts = strings.code;
  if (identity?.isLocked) return card({ title: texts.title, text: texts.locked, look: 'bad' });
  const answer = make('p', { class: 'hint', role: 'status', id: 'code-answer' });
  const error = make('p', { class: 'form-error', role: 'alert', id: 'code-error' });
  const entry = make('input', {
    id: 'code',
    class: 'code',
    type: 'text',
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    maxlength: 12,
    dir: 'ltr',
    required: true,
    'aria-describedby': 'code-answer code-error',
  });
  const send = button(texts.send, () => void ask(), { class: 'primary' });
  const check = button(texts.check, () => void enter(), { class: 'primary' });
  const form = make(
    'div',
    { class: 'code-form', hidden: true },
    make('label', { for: 'code' }, texts.label),
    entry,
    check,
  );
  const section = card(
    { title: texts.title, text: say(texts.text, { email: signer.email }), look: 'calm' },
    send,
    answer,
    form,
    error,
  );

  async function ask() {
    // Cleared first, so that screen readers announce the same answer again.
    setText(answer, '');
    setText(error, '');
    setAttribute(send, 'disabled', true);
    const outcome = await service.sendCode();
    setAttribute(send, 'disabled', false);
    if (outcome !== 'sent') return fail(requestText(outcome));
    setText(answer, texts.sent);
    setText(send, texts.again);
    send.className = 'secondary';
    form.hidden = false;
    entry.value = '';
    entry.focus();
  }

  function fail(text: string) {
    setText(error, text);
    if (form.hidden) return;
    setAttribute(entry, 'aria-invalid', 'true');
    entry.focus();
  }

  async function enter() {
    setText(error, '');
    setAttribute(entry, 'aria-invalid', false);
    const code = entry.value.normalize('NFKC').replaceAll(/\D/g, '');
    if (code.length !== DIGITS) return fail(texts.wrong);
    setAttribute(check, 'disabled', true);
    const outcome = await service.enterCode(code);
    setAttribute(check, 'disabled', false);
    if (outcome === 'right') return onVerified();
    fail(entryText(outcome));
  }

  entry.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') void enter();
  });
  return section;
}

function requestText(outcome: Exclude<CodeRequest, 'sent'>): string {
  const { tooMany, refused, locked } = strings.code;
  return { tooMany, refused, locked, unreachable: strings.notReached }[outcome];
}

function entryText(outcome: Exclude<CodeAnswer, 'right'>): string {
  const { wrong, expired, locked } = strings.code;
  return { wrong, expired, locked, unreachable: strings.notReached }[outcome];
}
