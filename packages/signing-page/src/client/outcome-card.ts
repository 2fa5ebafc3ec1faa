import { button, make, setText } from './dom.ts';
import type { SigningSession } from './session.ts';
import { isApproval, type SigningStage, type SigningState } from './signing-state.ts';
import { say, strings } from './strings.ts';

export interface CardContent {
  title: string;
  text: string;
  look: 'good' | 'bad' | 'calm';
}

/** A short message about the state of the document, with possible actions. */
export const card = ({ title, text, look }: CardContent, ...rest: Node[]) =>
  make('section', { class: `card ${look}` }, make('h2', { tabindex: '-1' }, title), make('p', {}, text), ...rest);

/** The message for a signer who has nothing to fill now. */
export function outcomeCard(
  session: SigningSession,
  stage: Exclude<SigningStage, 'ready'>,
  pdfUrl: string,
): HTMLElement {
  const { state } = session;
  const texts = strings.outcomes;
  switch (stage) {
    case 'waiting':
      return card({ ...texts.waiting, look: 'calm' }, ...checkAgain(session));
    case 'signed':
      return signedCard(session);
    case 'preparing':
      return card({ ...texts.preparing, look: 'good' });
    case 'completed':
      return card({ ...texts.completed, look: 'good' }, ...finishedFile(state, pdfUrl));
    case 'declined':
    case 'declinedByOther':
    case 'voided':
    case 'expired':
      return card({ ...texts[stage], look: 'bad' });
  }
}

function signedCard(session: SigningSession): HTMLElement {
  const texts = strings.outcomes;
  const text = () => say(texts.signed.text, session.state.signers);
  const element = card(
    { title: isApproval(session.state) ? strings.approval.done : texts.signed.title, text: text(), look: 'good' },
    ...checkAgain(session),
  );
  const count = element.querySelector('p');
  session.onChange(() => count && setText(count, text()));
  return element;
}

/** A button that checks for a new state and reports if there is none. */
function checkAgain(session: SigningSession): Node[] {
  const answer = make('p', { class: 'hint', role: 'status' });
  const check = async () => {
    // Cleared first, so that screen readers announce the same answer again.
    answer.textContent = '';
    await session.refresh();
    answer.textContent = session.isOffline ? strings.notReached : strings.stillWaiting;
  };
  return [button(strings.checkAgain, () => void check(), { class: 'secondary' }), answer];
}

function finishedFile({ document }: SigningState, pdfUrl: string): Node[] {
  const texts = strings.outcomes.completed;
  const link = make('a', { class: 'button primary', href: pdfUrl, download: `${document.name}.pdf` }, texts.download);
  if (document.sha256 === null) return [link];
  const digest = make('code', { class: 'digest' }, document.sha256);
  return [link, make('p', { class: 'hint' }, `${texts.digest}: `, digest)];
}
