import { type DocumentView, documentView } from './document-view.ts';
import { button, make } from './dom.ts';
import { card, outcomeCard } from './outcome-card.ts';
import { showFrame } from './page-frame.ts';
import { openPdf } from './pdf/open-pdf.ts';
import { afterPress } from './press.ts';
import type { Service } from './service.ts';
import type { Session } from './session.ts';
import { signingBar } from './signing-bar.ts';
import { type Stage, stageOf } from './signing-state.ts';
import { strings } from './strings.ts';

const PRINTED_FONT = '1rem "Noto Sans"';
const LOOK_AGAIN_MS = 2_000;
const LOOK_AGAIN_AT_MOST_MS = 60_000;
/** Stages in which there is a document to look at; afterwards there is a word about it alone. */
const WITH_DOCUMENT: Stage[] = ['waiting', 'ready', 'signed', 'preparing', 'completed'];

/** Shows the stage the signer is in, and another as soon as there is another. */
export function showSession(session: Session, service: Service) {
  let shown = showStage(session, service);
  const render = () => {
    if (stageOf(session.state) !== shown.stage) {
      shown = showStage(session, service);
      document.querySelector<HTMLElement>('.card h2, #document')?.focus();
    } else shown.update();
  };
  session.onChange(() => afterPress(render));
  addEventListener('online', () => void session.retry());
  // Whoever puts the phone away has entered what stands there.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') shown.view?.commitAll();
  });
  addEventListener('beforeunload', (event) => {
    if (session.unsaved.size > 0) event.preventDefault();
  });
}

interface Shown {
  stage: Stage;
  view?: DocumentView;
  update: () => void;
}

function showStage(session: Session, service: Service): Shown {
  const stage = stageOf(session.state);
  if (stage === 'ready') return showSigning(session, service);
  const told = outcomeCard(session, stage, service.pdfUrl);
  if (stage === 'preparing') void untilPrepared(session);
  if (!WITH_DOCUMENT.includes(stage)) {
    showFrame(session.state, told);
    return { stage, update: () => undefined };
  }
  const view = documentView(session, { withFields: stage !== 'completed' });
  showFrame(session.state, told, view.element);
  void showPdf(service, view);
  return { stage, view, update: view.update };
}

/** The last to sign waits for the finished file, which takes moments, or longer where something is amiss. */
async function untilPrepared(session: Session) {
  let waitMs = LOOK_AGAIN_MS;
  while (stageOf(session.state) === 'preparing') {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    await session.refresh();
    waitMs = Math.min(waitMs * 1.5, LOOK_AGAIN_AT_MOST_MS);
  }
}

function showSigning(session: Session, service: Service): Shown {
  const view = documentView(session, { withFields: true });
  const bar = signingBar(session, view);
  showFrame(session.state, view.element, bar.element);
  const update = () => {
    view.update();
    bar.update();
  };
  update();
  void showPdf(service, view).then(session.seen);
  // Only in the letters of the print can be told what has room.
  void document.fonts.load(PRINTED_FONT).then(update, () => undefined);
  return { stage: 'ready', view, update };
}

/** Nobody signs what they cannot see: until the file is there, its fields are not. */
async function showPdf(service: Service, view: DocumentView): Promise<void> {
  const { element } = view;
  const loading = make('p', { class: 'loading', role: 'status' }, strings.loading);
  element.classList.add('unread');
  for (;;) {
    element.prepend(loading);
    const answer = await service.readPdf();
    const pdf = answer.kind === 'answered' ? await openPdf(answer.value).catch(() => null) : null;
    loading.remove();
    if (pdf) {
      view.drawOn(pdf);
      element.classList.remove('unread');
      return;
    }
    await wantedAgain(view);
  }
}

/** Says that the file did not come, and waits until it is asked for again. */
function wantedAgain({ element }: DocumentView): Promise<void> {
  const { pdfFailed: title, pdfFailedWhat: text, tryAgain } = strings;
  return new Promise((resolve) => {
    const again = () => {
      failure.remove();
      resolve();
    };
    const failure = card(
      { title, text, look: 'bad' },
      button(tryAgain, again, { class: 'primary' }),
    );
    element.before(failure);
  });
}
