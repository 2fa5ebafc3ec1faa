import { type LanguageCode, languageOf } from '../languages.ts';
import { waitForBrand } from './brand.ts';
import { codeCard } from './code-card.ts';
import { button } from './dom.ts';
import { expiredLinkCard } from './expired-link-card.ts';
import { hostOf } from './host.ts';
import { identityCard } from './identity-card.ts';
import { rememberLanguage } from './language-switch.ts';
import { type CardContent, card } from './outcome-card.ts';
import { showAlone, showFrame } from './page-frame.ts';
import { loadPdfJs } from './pdf/open-pdf.ts';
import { isQuickConnection } from './pdf/preview.ts';
import { watchPresses } from './press.ts';
import { type ServiceAnswer, type ServiceProblem, serviceOf } from './service.ts';
import { openSession } from './session.ts';
import { showSession } from './show-session.ts';
import type { SigningState } from './signing-state.ts';
import { language, say, showIn, strings } from './strings.ts';

const pageSession = document.querySelector<HTMLMetaElement>('meta[name=assay-page-session]');
const service = serviceOf(location.href, pageSession?.content);
const host = hostOf(window);
/** The signer's choice on this page; otherwise the sender's, otherwise the browser's. */
const chosen = languageOf(new URLSearchParams(location.search).get('lang') ?? '');
/** The service has written the HTML shell in the browser's language. */
const ofBrowser = languageOf(document.documentElement.lang) ?? 'en';

async function open(answering: Promise<ServiceAnswer>) {
  await showIn(chosen ?? ofBrowser);
  const answer = await answering;
  await brandKnown;
  if (answer.kind === 'unreachable') return showFailure();
  if (answer.kind === 'refused') return showClosed(answer.refusal);
  const ofSender = answer.value.language;
  if (!chosen && ofSender && ofSender !== language) await showIn(ofSender).catch(() => undefined);
  if (answer.value.identity?.isVerified === false)
    return answer.value.identity.isCodeEntered ? showIdentity(answer.value) : showCode(answer.value);
  const session = openSession(service, answer.value, { host, onClosed: showClosed, onDelegated: showDelegated });
  showSession(session, service);
  host.ready();
}

/** The document is shown once the signer has entered the code that was emailed to them. */
function showCode(state: SigningState) {
  service.forgetIdentity();
  showBefore(state, () => codeCard(service, state, start));
}

/** It is shown once the sender's verification workflow has approved the signer. */
const showIdentity = (state: SigningState) => showBefore(state, () => identityCard(service, state, start));

/** A card in place of a document that is not shown yet. */
function showBefore(state: SigningState, cardNow: () => HTMLElement) {
  const onLanguage = async (code: LanguageCode) => {
    await showIn(code).catch(() => undefined);
    rememberLanguage(language);
    showBefore(state, cardNow);
    document.getElementById('language')?.focus();
  };
  showFrame(state, onLanguage, cardNow());
}

const bad = (texts: Omit<CardContent, 'look'>): CardContent => ({ ...texts, look: 'bad' });

let isDelegated = false;
/** Stays on the page: the link opens nothing any more. */
function showDelegated(name: string) {
  isDelegated = true;
  const { title, text } = strings.delegating.done;
  showAlone(card({ title, text: say(text, { name }), look: 'good' }));
  document.querySelector<HTMLElement>('.card h2')?.focus();
}

const showClosed = ({ status, code }: ServiceProblem) => {
  if (isDelegated) return;
  const { expired, unknownLink } = strings.outcomes;
  // The result is taken over, and the page then shows what has to be done.
  if (code === 'identity_withdrawn') return void service.checkIdentity().then(start);
  if (code === 'identity_required') {
    service.forgetIdentity();
    return start();
  }
  if (code === 'completed_link_expired') return showAlone(expiredLinkCard(service));
  showAlone(card(bad(status === 410 ? expired : unknownLink)));
};

const showFailure = () =>
  showAlone(card(bad(strings.outcomes.failed), button(strings.tryAgain, start, { class: 'primary' })));

/** If no texts could be loaded, the shell's own text is shown. */
function showFrameFailure() {
  const opening = document.querySelector<HTMLElement>('.opening');
  if (opening) opening.textContent = opening.dataset.failed ?? '';
}

function start() {
  open(service.read()).catch(showFrameFailure);
}

watchPresses();
const brandKnown = waitForBrand(service);
// If this fails, it is loaded again on demand.
if (isQuickConnection()) loadPdfJs().catch(() => undefined);
start();
