import { make } from './dom.ts';
import { type SigningState, stageOf, TO_BE_SIGNED } from './signing-state.ts';
import { strings } from './strings.ts';

/** The frame around whatever is shown: what this is, for whom, and a place for it. */
export function showFrame(state: SigningState, ...content: HTMLElement[]): HTMLElement {
  document.title = strings.titleOf(state.document.name);
  const main = make('main', { id: 'app' }, ...content);
  document.body.replaceChildren(
    make('a', { class: 'skip', href: '#document', onclick: skip }, strings.skip),
    header(state),
    main,
  );
  return main;
}

/** Without following the link, since the fragment of the address says who is told. */
function skip(event: Event) {
  event.preventDefault();
  document.getElementById('document')?.focus();
}

function header(state: SigningState): HTMLElement {
  const { document, signer } = state;
  const isToBeSigned = TO_BE_SIGNED.includes(stageOf(state));
  const title = make('h1', { dir: 'auto' }, document.name);
  const signedBy = make('p', {}, strings.forSigner(signer.name, signer.email));
  const element = make('header', { class: 'top' }, title, signedBy);
  if (isToBeSigned && document.senderName)
    title.after(make('p', { dir: 'auto' }, strings.askedBy(document.senderName)));
  if (isToBeSigned && document.expiresAt)
    element.append(make('p', {}, strings.until(timeOf(document.expiresAt))));
  if (isToBeSigned && document.message) element.append(noteOf(document.message));
  return element;
}

const noteOf = (message: string) =>
  make(
    'aside',
    { class: 'note', 'aria-label': strings.noteOfSender },
    make('p', { dir: 'auto' }, message),
  );

/** In the language of the words around it, as it is written where the signer is. */
function timeOf(instant: string): string {
  const isOurs = (language: string) => language.split('-')[0] === strings.language;
  const language = navigator.languages.find(isOurs) ?? strings.language;
  const style = { dateStyle: 'long', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(language, style).format(new Date(instant));
}

/** Where there is no document to show. */
export function showAlone(card: HTMLElement) {
  document.title = strings.pageTitle;
  const title = make('h1', { class: 'unseen' }, strings.pageTitle);
  document.body.replaceChildren(make('main', { id: 'app', class: 'alone' }, title, card));
}
