import { button, make } from './dom.ts';
import type { SigningState, Stage } from './signing-state.ts';
import { strings } from './strings.ts';

export interface CardContent {
  title: string;
  text: string;
  look: 'good' | 'bad' | 'calm';
}

/** A plain word about how things stand, with what can be done about it. */
export const card = ({ title, text, look }: CardContent, ...rest: Node[]) =>
  make(
    'section',
    { class: `card ${look}` },
    make('h2', { tabindex: '-1' }, title),
    make('p', {}, text),
    ...rest,
  );

const texts = strings.outcomes;

/** What a signer is told who has nothing to fill at the moment. */
export function outcomeCard(
  state: SigningState,
  stage: Exclude<Stage, 'ready'>,
  { pdfUrl, checkAgain }: { pdfUrl: string; checkAgain: () => void },
): HTMLElement {
  const { completed, total } = state.signers;
  const again = () => button(strings.checkAgain, checkAgain, { class: 'secondary' });
  switch (stage) {
    case 'waiting':
      return card({ ...texts.waiting, look: 'calm' }, again());
    case 'signed':
      return card(
        { title: texts.signed.title, text: texts.signed.text(completed, total), look: 'good' },
        again(),
      );
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

function finishedFile({ document }: SigningState, pdfUrl: string): Node[] {
  const link = make(
    'a',
    { class: 'button primary', href: pdfUrl, download: `${document.name}.pdf` },
    texts.completed.download,
  );
  if (document.sha256 === null) return [link];
  const digest = make('code', { class: 'digest' }, document.sha256);
  return [link, make('p', { class: 'hint' }, `${texts.completed.digest}: `, digest)];
}
