import { button, make, setAttribute, setText } from './dom.ts';
import { card } from './outcome-card.ts';
import type { IdentityAnswer, SigningService } from './service.ts';
import type { SigningState } from './signing-state.ts';
import { strings } from './strings.ts';

const POLL_MS = 15_000;

/**
 * Shown after the emailed code to a signer whom a verification workflow checks. The sender's system runs the check; the
 * page asks what became of it until it is approved, or until another card has taken its place.
 */
export function identityCard(
  service: Pick<SigningService, 'checkIdentity'>,
  { identity }: SigningState,
  onOver: () => void,
): HTMLElement {
  const texts = strings.identity;
  const answer = make('p', { class: 'hint', role: 'status', id: 'identity-answer' });
  const error = make('p', { class: 'form-error', role: 'alert', id: 'identity-error' });
  const ask = button(identity?.isRequested ? texts.again : texts.start, () => void check(), { class: 'primary' });
  const section = card({ title: texts.title, text: texts.text, look: 'calm' }, ask, answer, error);
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function check() {
    clearTimeout(timer);
    setText(error, '');
    setAttribute(ask, 'disabled', true);
    const outcome = await service.checkIdentity();
    setAttribute(ask, 'disabled', false);
    if (outcome === 'approved' || outcome === 'ended') return onOver();
    const { isProblem, text } = told(outcome);
    setText(isProblem ? error : answer, text);
    if (isProblem) setText(answer, '');
    if (outcome === 'refused') return;
    setText(ask, texts.again);
    ask.className = 'secondary';
    timer = setTimeout(() => {
      if (section.isConnected && document.visibilityState === 'visible') void check();
      else if (section.isConnected) document.addEventListener('visibilitychange', () => void check(), { once: true });
    }, POLL_MS);
  }

  if (identity?.isRequested) void check();
  return section;
}

function told(outcome: Exclude<IdentityAnswer, 'approved' | 'ended'>): { isProblem: boolean; text: string } {
  const { waiting, inReview, declined, nameDiffers, refused } = strings.identity;
  const hopeful = { waiting, in_review: inReview };
  if (outcome === 'waiting' || outcome === 'in_review') return { isProblem: false, text: hopeful[outcome] };
  return {
    isProblem: true,
    text: { declined, name_differs: nameDiffers, refused, unreachable: strings.notReached }[outcome],
  };
}
