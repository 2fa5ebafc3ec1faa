import { bringIntoView, make, setText } from './dom.ts';
import type { SigningSession } from './session.ts';
import { isApproval } from './signing-state.ts';
import { strings } from './strings.ts';

export interface DisclosureCard {
  element: HTMLElement;
  update: () => void;
  isAccepted: () => boolean;
  /** Moves the signer to the checkbox they have to tick. */
  demand: () => void;
}

/** The disclosure on electronic records and signatures, accepted once before signing. */
export function disclosureCard(session: SigningSession): DisclosureCard {
  const texts = strings.disclosure;
  const isAccepted = () => {
    const { consent } = session.state.signer;
    if (isApproval(session.state)) return true;
    return consent !== null && consent.onPage !== false;
  };
  const error = make('p', { class: 'form-error', id: 'disclosure-error', role: 'alert' });
  const box = make('input', {
    type: 'checkbox',
    id: 'disclosure-box',
    required: true,
    'aria-describedby': 'disclosure-error',
  });
  const summary = make('p', {}, texts.summary);
  const tick = make('label', { class: 'choice', for: 'disclosure-box' }, box, texts.accept);
  const element = make(
    'section',
    { class: 'disclosure', 'aria-labelledby': 'disclosure-title' },
    make('h2', { id: 'disclosure-title' }, texts.title),
    summary,
    make(
      'details',
      {},
      make('summary', {}, texts.read),
      ...texts.paragraphs.map((paragraph) => make('p', {}, paragraph)),
    ),
    tick,
    error,
  );

  element.hidden = isApproval(session.state);
  box.addEventListener('change', async () => {
    setText(error, '');
    if (!box.checked) return;
    const isTaken = await session.acceptDisclosure();
    if (isTaken) return;
    box.checked = false;
    setText(error, session.notice ?? strings.notReached);
  });

  return {
    element,
    isAccepted,
    update: () => {
      element.classList.toggle('accepted', isAccepted());
      setText(summary, isAccepted() ? texts.accepted : texts.summary);
      tick.hidden = isAccepted();
      if (isAccepted()) setText(error, '');
    },
    demand: () => {
      setText(error, texts.needed);
      box.setAttribute('aria-invalid', 'true');
      box.focus({ preventScroll: true });
      bringIntoView(element);
    },
  };
}
