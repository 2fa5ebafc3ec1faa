import { button, make, setAttribute } from './dom.ts';
import { card } from './outcome-card.ts';
import type { LinkRequest, SigningService } from './service.ts';
import { strings } from './strings.ts';

/**
 * Shown for an expired link to a completed document: a new one is emailed to the signer and never
 * shown here.
 */
export function expiredLinkCard({ requestLink }: Pick<SigningService, 'requestLink'>): HTMLElement {
  const { title, text, request } = strings.outcomes.linkExpired;
  const answer = make('p', { class: 'hint', role: 'status' });
  const ask = async () => {
    // Cleared first, so that screen readers announce the same answer again.
    answer.textContent = '';
    setAttribute(send, 'disabled', true);
    const outcome = await requestLink();
    answer.textContent = textOf(outcome);
    setAttribute(send, 'disabled', outcome === 'sent');
  };
  const send = button(request, () => void ask(), { class: 'primary' });
  return card({ title, text, look: 'calm' }, send, answer);
}

function textOf(outcome: LinkRequest): string {
  const { sent, tooMany, refused } = strings.outcomes.linkExpired;
  return { sent, tooMany, refused, unreachable: strings.notReached }[outcome];
}
