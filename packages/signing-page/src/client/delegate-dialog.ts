import { button, make } from './dom.ts';
import type { Delegate, DelegationAnswer } from './service.ts';
import type { SigningSession } from './session.ts';
import { strings } from './strings.ts';

const NAME_CHARACTERS = 200;
const REASON_CHARACTERS = 500;

/** Asks for the person who acts in place of the signer, and why. */
export function askToDelegate(session: SigningSession): void {
  const texts = strings.delegating;
  const described = { required: true, 'aria-describedby': 'delegate-error' };
  const name = make('input', {
    id: 'delegate-name',
    type: 'text',
    maxlength: NAME_CHARACTERS,
    autocomplete: 'off',
    dir: 'auto',
    ...described,
  });
  const email = make('input', {
    id: 'delegate-email',
    type: 'text',
    inputmode: 'email',
    autocomplete: 'off',
    dir: 'ltr',
    ...described,
  });
  const reason = make('textarea', {
    id: 'delegate-reason',
    rows: 3,
    maxlength: REASON_CHARACTERS,
    dir: 'auto',
    ...described,
  });
  const error = make('p', { class: 'form-error', id: 'delegate-error', role: 'alert' });
  const dialog = make('dialog', { 'aria-labelledby': 'delegate-title' });
  const entries = [name, email, reason];
  let isSending = false;

  async function send() {
    if (isSending) return;
    const empty = entries.filter(({ value }) => value.trim() === '');
    error.textContent = empty.length > 0 ? texts.missing : '';
    for (const entry of entries) entry.setAttribute('aria-invalid', String(empty.includes(entry)));
    if (empty[0]) return empty[0].focus();
    isSending = true;
    const person: Delegate = { name: name.value.trim(), email: email.value.trim(), reason: reason.value.trim() };
    const answer = await session.delegate(person);
    isSending = false;
    if (answer === 'done') dialog.close();
    else error.textContent = textOf(answer);
  }

  dialog.append(
    make('h2', { id: 'delegate-title' }, texts.title),
    make('p', {}, texts.what),
    make('div', {}, make('label', { for: name.id }, texts.name), name),
    make('div', {}, make('label', { for: email.id }, texts.email), email),
    make('div', {}, make('label', { for: reason.id }, texts.reason), reason),
    error,
    make(
      'div',
      { class: 'actions' },
      button(strings.declining.back, () => dialog.close(), { class: 'quiet' }),
      button(texts.sure, () => void send(), { class: 'primary' }),
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  name.focus();
}

const textOf = (answer: Exclude<DelegationAnswer, 'done'>) =>
  answer === 'unreachable' ? strings.notReached : strings.delegating[answer];
