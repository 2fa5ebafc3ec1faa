import type { LanguageCode } from '../languages.ts';
import { askToDelegate } from './delegate-dialog.ts';
import { disclosureCard } from './disclosure-card.ts';
import { type DocumentView, documentView } from './document-view.ts';
import { button, make, setText } from './dom.ts';
import { guidedPanel } from './guided-panel.ts';
import { type OnLanguage, rememberLanguage } from './language-switch.ts';
import { card, outcomeCard } from './outcome-card.ts';
import { offerDelegation, showFrame, updateSigner } from './page-frame.ts';
import { fetchWorker, loadPdfJs, type OpenPdf, openPdf } from './pdf/open-pdf.ts';
import { isQuickConnection } from './pdf/preview.ts';
import { afterPress } from './press.ts';
import type { SigningService } from './service.ts';
import type { SigningSession } from './session.ts';
import { signingBar } from './signing-bar.ts';
import { canBeFilled, type SigningStage, stageOf } from './signing-state.ts';
import { language, showIn, strings } from './strings.ts';
import type { DocumentText } from './text/document-text.ts';
import { chosenView, isNarrow, rememberView, type ShownAs } from './view-choice.ts';
import { viewSwitch } from './view-switch.ts';

const PRINTED_FONT = '1rem "Noto Sans"';
const POLL_MS = 2_000;
const MAX_POLL_MS = 60_000;
/** Stages in which the document is shown; the others only have a message. */
const WITH_DOCUMENT: SigningStage[] = ['waiting', 'ready', 'signed', 'preparing', 'completed'];

/** Shows the signer's current stage, and updates when it changes. */
export function showSession(session: SigningSession, service: SigningService) {
  const surroundings: Surroundings = { session, service, pdfs: new Map(), onLanguage };
  let shown = showStage(surroundings);
  const render = () => {
    updateSigner(session.state);
    if (stageOf(session.state) !== shown.stage) {
      shown = showStage(surroundings);
      document.querySelector<HTMLElement>('.card h2, #document')?.focus();
    } else shown.update();
  };
  async function onLanguage(code: LanguageCode) {
    shown.view?.commitAll();
    // Without a connection the page keeps its language.
    await showIn(code).catch(() => undefined);
    rememberLanguage(language);
    shown = showStage(surroundings);
    document.getElementById('language')?.focus();
  }
  session.onChange(() => afterPress(render));
  addEventListener('online', () => void session.retry());
  // Sends unfinished entries when the page is hidden, such as when a phone is put away.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') shown.view?.commitAll();
  });
  addEventListener('beforeunload', (event) => {
    if (session.unsaved.size > 0) event.preventDefault();
  });
}

interface Surroundings {
  session: SigningSession;
  service: SigningService;
  /** Opened once: changing the language does not load them again. */
  pdfs: Map<'original' | 'final', OpenPdf>;
  onLanguage: OnLanguage;
  /** Read once; null if the fields of the signer have no place in it. */
  text?: DocumentText | null;
  /** How the document is shown now. */
  shownAs?: ShownAs;
}

interface Shown {
  stage: SigningStage;
  view?: DocumentView;
  update: () => void;
}

function showStage(surroundings: Surroundings): Shown {
  const { session, service, onLanguage } = surroundings;
  const stage = stageOf(session.state);
  if (stage === 'ready') return showSigning(surroundings);
  const card = outcomeCard(session, stage, service.pdfUrl);
  if (stage === 'preparing') void untilPrepared(session);
  if (!WITH_DOCUMENT.includes(stage)) {
    showFrame(session.state, onLanguage, card);
    return { stage, update: () => undefined };
  }
  const view = documentView(session, { withFields: stage !== 'completed' });
  showFrame(session.state, onLanguage, card, view.element);
  void showDocument(surroundings, view);
  return { stage, view, update: view.update };
}

/**
 * The last signer waits for the sealed file, which takes moments, or longer if there is a problem.
 */
async function untilPrepared(session: SigningSession) {
  let waitMs = POLL_MS;
  while (stageOf(session.state) === 'preparing') {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    await session.refresh();
    waitMs = Math.min(waitMs * 1.5, MAX_POLL_MS);
  }
}

function showSigning(surroundings: Surroundings): Shown {
  const { session, onLanguage } = surroundings;
  const view = documentView(session, { withFields: true, onDrawn: () => update() });
  const disclosure = disclosureCard(session);
  const bar = signingBar(session, view, disclosure);
  showFrame(session.state, onLanguage, disclosure.element, view.element, bar.element);
  if (session.state.canDelegate) offerDelegation(() => askToDelegate(session));
  const update = () => {
    disclosure.update();
    view.update();
    bar.update();
  };
  update();
  const showing = showDocument(surroundings, view, session.seen);
  // Overflow can only be measured in the print font. It is large, so the document loads first.
  void showing.then(() => document.fonts.load(PRINTED_FONT)).then(update, () => undefined);
  return { stage: 'ready', view, update };
}

/** Shows the document as the signer chose, or as it suits the screen, and lets them choose again. */
async function showDocument(
  surroundings: Surroundings,
  view: DocumentView,
  onSeen: (view: ShownAs) => void = () => undefined,
): Promise<void> {
  const { session } = surroundings;
  const chosen = surroundings.shownAs ?? chosenView();
  const other = otherViewOf(surroundings, chosen);
  if (other === undefined) {
    await showPdf(surroundings, view);
    return onSeen('pdf');
  }
  const bar = viewSwitch(other, stageOf(session.state) === 'completed', (next) => {
    rememberView(next);
    view.commitAll();
    void show(next);
  });
  const panel = other === 'guided' ? guidedPanel(session, view) : undefined;
  if (panel) session.onChange(() => afterPress(panel.update));
  view.element.prepend(...bar.elements);

  async function show(wanted: ShownAs): Promise<void> {
    surroundings.shownAs = wanted;
    bar.update(wanted);
    if (wanted === 'text' && (await showText(surroundings, view))) return onSeen('text');
    if (surroundings.text === null) for (const one of bar.elements) one.remove();
    if (surroundings.shownAs !== wanted) return;
    const shown = wanted === 'guided' ? wanted : 'pdf';
    surroundings.shownAs = shown;
    bar.update(shown);
    view.showPages();
    panel?.element.remove();
    view.guide(shown === 'guided');
    await showPdf(surroundings, view);
    if (surroundings.shownAs !== shown) return;
    if (panel && shown === 'guided') {
      bar.elements.at(-1)?.after(panel.element);
      panel.start();
    }
    onSeen(shown);
  }
  await show(other === 'text' ? viewFor(chosen) : chosen === 'guided' ? 'guided' : 'pdf');
}

/** A document with a text is read as text. Fields of another are shown one by one where its pages are too small. */
function otherViewOf({ session: { state }, text }: Surroundings, chosen: string | null): 'text' | 'guided' | undefined {
  if (state.document.textSha256 !== undefined && text !== null) return 'text';
  const canFill = state.fields.some((field) => canBeFilled(state, field));
  return canFill && (isNarrow() || chosen === 'guided') ? 'guided' : undefined;
}

const viewFor = (chosen: string | null): ShownAs =>
  chosen === 'text' || (chosen !== 'pdf' && isNarrow()) ? 'text' : 'pdf';

/** False if the text is not shown: the PDF then is. */
async function showText(surroundings: Surroundings, view: DocumentView): Promise<boolean> {
  const { element } = view;
  if (surroundings.text === undefined) {
    const loading = make('p', { class: 'loading', role: 'status' }, strings.loading);
    element.classList.add('unread');
    element.append(loading);
    const answer = await surroundings.service.readText();
    loading.remove();
    if (answer.kind !== 'answered') return false;
    surroundings.text = answer.value;
  }
  if (surroundings.shownAs !== 'text' || surroundings.text === null) return false;
  if (!view.showText(surroundings.text)) {
    surroundings.text = null;
    return false;
  }
  element.classList.remove('unread');
  return true;
}

/** Views whose pages are drawn or being drawn. */
const drawing = new WeakMap<DocumentView, Promise<void>>();

function showPdf(surroundings: Surroundings, view: DocumentView): Promise<void> {
  const drawn = drawing.get(view) ?? drawPdf(surroundings, view);
  drawing.set(view, drawn);
  return drawn;
}

/** Until the PDF is loaded, its fields cannot be filled and the document cannot be finished. */
async function drawPdf(surroundings: Surroundings, view: DocumentView): Promise<void> {
  const { session, service, pdfs } = surroundings;
  const { element } = view;
  const file = session.state.document.status === 'completed' ? 'final' : 'original';
  const loading = make('p', { class: 'loading', role: 'status' }, strings.loading);
  element.classList.add('unread');
  if (pdfs.size === 0) {
    element.prepend(loading);
    const preview = view.showPreview(service.previewUrl);
    void preview.then((isShown) => {
      if (!isShown) return;
      loading.classList.add('rest');
      setText(loading, strings.loadingRest);
    });
    if (!isQuickConnection()) await preview;
  }
  for (;;) {
    element.prepend(loading);
    const pdf = pdfs.get(file) ?? (await loadPdf(service));
    loading.remove();
    if (pdf) {
      pdfs.set(file, pdf);
      view.drawOn(pdf);
      element.classList.remove('unread');
      return;
    }
    await retryRequested(view);
  }
}

async function loadPdf(service: SigningService): Promise<OpenPdf | undefined> {
  loadPdfJs().catch(() => undefined);
  fetchWorker();
  const answer = await service.readPdf();
  if (answer.kind !== 'answered') return undefined;
  return openPdf(answer.value).catch(() => undefined);
}

/** Shows that the file failed to load, and resolves when the signer retries. */
function retryRequested({ element }: DocumentView): Promise<void> {
  const { pdfFailed: title, pdfFailedWhat: text, tryAgain } = strings;
  return new Promise((resolve) => {
    // The preview stays, but without fields, which cannot be used.
    element.classList.add('failed');
    const again = () => {
      element.classList.remove('failed');
      failure.remove();
      resolve();
    };
    const failure = card({ title, text, look: 'bad' }, button(tryAgain, again, { class: 'primary' }));
    element.before(failure);
  });
}
