import { button, make } from './dom.ts';
import type { SigningSession } from './session.ts';
import { isApproval } from './signing-state.ts';
import { strings } from './strings.ts';

const REASON_CHARACTERS = 1_000;

/** Asks for the reason and for confirmation. */
export function askToDecline(session: SigningSession): Promise<void> {
  const texts = strings.declining;
  const reason = make('textarea', {
    id: 'decline-reason',
    rows: 4,
    maxlength: REASON_CHARACTERS,
    required: true,
    dir: 'auto',
    'aria-describedby': 'decline-error',
  });
  const error = make('p', { class: 'form-error', id: 'decline-error', role: 'alert' });
  const dialog = make('dialog', { 'aria-labelledby': 'decline-title' });

  return new Promise((resolve) => {
    let isSending = false;
    async function send() {
      if (isSending) return;
      const text = reason.value.trim();
      error.textContent = text === '' ? texts.noReason : '';
      reason.setAttribute('aria-invalid', String(text === ''));
      if (text === '') return reason.focus();
      isSending = true;
      const isTaken = await session.decline(text);
      isSending = false;
      if (isTaken) dialog.close();
      else error.textContent = session.notice ?? strings.outcomes.failed.text;
    }

    dialog.append(
      make('h2', { id: 'decline-title' }, isApproval(session.state) ? strings.decline : texts.title),
      make('p', {}, texts.what),
      make('label', { for: 'decline-reason' }, texts.reason),
      reason,
      error,
      make(
        'div',
        { class: 'actions' },
        button(texts.back, () => dialog.close(), { class: 'quiet' }),
        button(isApproval(session.state) ? strings.decline : texts.sure, () => void send(), {
          class: 'primary danger',
        }),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve();
    });
    document.body.append(dialog);
    dialog.showModal();
    reason.focus();
  });
}
