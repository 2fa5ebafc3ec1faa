import { brandLines } from './brand.ts';
import { button, make, setText } from './dom.ts';
import { languageSwitch, type OnLanguage } from './language-switch.ts';
import { timeOf } from './local-time.ts';
import { isApproval, type SigningState, stageOf, TO_BE_SIGNED } from './signing-state.ts';
import { say, strings } from './strings.ts';

/** The frame of every view: title, signer, and a place for the content. */
export function showFrame(state: SigningState, onLanguage: OnLanguage, ...content: HTMLElement[]): HTMLElement {
  document.title = say(strings.titleOf, { document: state.document.name });
  const main = make('main', { id: 'app' }, ...content);
  document.body.replaceChildren(
    make('a', { class: 'skip', href: '#document', onclick: skip }, strings.skip),
    header(state, onLanguage),
    main,
  );
  return main;
}

/** Does not follow the link, because the fragment of the URL names the host. */
function skip(event: Event) {
  event.preventDefault();
  document.getElementById('document')?.focus();
}

function header(state: SigningState, onLanguage: OnLanguage): HTMLElement {
  const { document, signer } = state;
  const isToBeSigned = TO_BE_SIGNED.includes(stageOf(state));
  const title = make('h1', { dir: 'auto' }, document.name);
  const signedBy = make('p', { id: 'signer' }, signerLine(signer));
  const titleRow = make('div', { class: 'title-row' }, title, languageSwitch(onLanguage));
  const element = make('header', { class: 'top' }, ...brandLines(), titleRow, signedBy);
  if (isToBeSigned && document.senderName)
    titleRow.after(
      make('p', {}, say((isApproval(state) ? strings.approval : strings).askedBy, { sender: document.senderName })),
    );
  if (isToBeSigned && document.expiresAt) element.append(deadline(document.expiresAt));
  if (isToBeSigned && document.message) element.append(noteOf(document.message));
  return element;
}

const deadline = (expiresAt: string) =>
  make('p', {}, make('time', { datetime: expiresAt }, say(strings.until, { time: timeOf(expiresAt) })));

const noteOf = (message: string) =>
  make('aside', { class: 'note', 'aria-label': strings.noteOfSender }, make('p', { dir: 'auto' }, message));

const signerLine = ({ name, email }: SigningState['signer']) => say(strings.forSigner, { name, email });

/** The sender can correct name and address while the page is open. */
export function updateSigner({ signer }: SigningState) {
  const shown = document.getElementById('signer');
  if (shown) setText(shown, signerLine(signer));
}

/** Below the name for whom the document is. */
export function offerDelegation(onDelegate: () => void) {
  const offer = button(strings.delegating.button, onDelegate, { class: 'quiet hand-over' });
  document.getElementById('signer')?.after(make('div', {}, offer));
}

/** For views without a document. */
export function showAlone(card: HTMLElement) {
  document.title = strings.pageTitle;
  const title = make('h1', { class: 'unseen' }, strings.pageTitle);
  document.body.replaceChildren(make('main', { id: 'app', class: 'alone' }, title, card));
}
