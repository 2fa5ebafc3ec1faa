import { consentShownIn } from '../consent-shown.ts';
import { DISCLOSURE_VERSION } from '../disclosure-version.ts';
import type { SigningState } from './signing-state.ts';
import { language, strings } from './strings.ts';
import { asSvgUrl, type FieldEntry, isTyped } from './typed-signature.ts';

/** A problem that the service answered with. */
export interface ServiceProblem {
  status: number;
  code: string;
  detail: string;
  errors: { path: string; message: string }[];
}

export type ServiceAnswer<Value = SigningState> =
  | { kind: 'answered'; value: Value }
  | { kind: 'refused'; refusal: ServiceProblem }
  | { kind: 'unreachable' };

export interface SigningService {
  read: () => Promise<ServiceAnswer>;
  /** Reports that the signer has seen the document. */
  see: () => Promise<ServiceAnswer>;
  readPdf: () => Promise<ServiceAnswer<Uint8Array>>;
  pdfUrl: string;
  /** URL of a picture of the first page. */
  previewUrl: string;
  fill: (fieldId: string, value: FieldEntry) => Promise<ServiceAnswer>;
  drawTyped: (fieldId: string, typed: string) => Promise<DrawnText>;
  /** Signs exactly the values that `shown` identifies. */
  complete: (shown: string) => Promise<ServiceAnswer>;
  /** Accepts the disclosure in the language in which it was shown. */
  consent: () => Promise<ServiceAnswer>;
  decline: (reason: string) => Promise<ServiceAnswer>;
  /** Requests a new link to the completed document by email. */
  requestLink: () => Promise<LinkRequest>;
}

export type LinkRequest = 'sent' | 'tooMany' | 'refused' | 'unreachable';

function linkRequestFrom(sent: Sent): LinkRequest {
  if (!sent || sent.response.status >= 500) return 'unreachable';
  if (sent.response.ok) return 'sent';
  return sent.response.status === 429 ? 'tooMany' : 'refused';
}

/** A data URL of the drawing, or a message for the signer. */
export type DrawnText = { drawing: string } | { problem: string };

function drawnFrom(answer: ServiceAnswer<Uint8Array>): DrawnText {
  if (answer.kind === 'unreachable') return { problem: strings.notReached };
  if (answer.kind === 'refused')
    return {
      problem:
        language === 'en'
          ? (answer.refusal.errors[0]?.message ?? answer.refusal.detail)
          : strings.signature.notDrawable,
    };
  return { drawing: asSvgUrl(new TextDecoder().decode(answer.value)) };
}

const TIME_LIMIT_MS = 30_000;
const PDF_TIME_LIMIT_MS = 120_000;

/**
 * The page is at `…/sign/{token}`, and its API at `…/signing/{token}`. The session in the HTML tells the
 * service that a request comes from the page.
 */
export function serviceOf(pageUrl: string, pageSession?: string): SigningService {
  const { pathname, origin } = new URL(pageUrl);
  const token = pathname.slice(pathname.lastIndexOf('/') + 1);
  const base = `${origin}${pathname.slice(0, pathname.lastIndexOf('/sign/'))}/signing/${token}`;
  const ask = (path: string, body?: object) => stateFrom(send(`${base}${path}`, body));
  return {
    read: () => ask(''),
    see: () => ask('/view', { pageSession }),
    readPdf: () => bytesFrom(send(`${base}/pdf`, undefined, PDF_TIME_LIMIT_MS)),
    pdfUrl: `${base}/pdf`,
    previewUrl: `${base}/preview`,
    fill: (fieldId, value) => ask(`/fields/${fieldId}`, { value: isTyped(value) ? { typed: value.typed } : value }),
    drawTyped: async (fieldId, typed) =>
      drawnFrom(await bytesFrom(send(`${base}/fields/${fieldId}/typed-signature`, { typed }))),
    complete: (shown) => ask('/complete', { shown, consent: consentShownIn(language), pageSession }),
    consent: () => ask('/consent', { version: DISCLOSURE_VERSION, language, pageSession }),
    decline: (reason) => ask('/decline', { reason }),
    requestLink: async () => linkRequestFrom(await send(`${base}/link`, {})),
  };
}

/** Resolves to undefined if there was no answer. */
async function send(url: string, body?: object, timeLimitMs = TIME_LIMIT_MS) {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeLimitMs);
  const request: RequestInit = { signal: timeout.signal, cache: 'no-store', credentials: 'omit' };
  if (body) {
    request.method = 'POST';
    request.headers = { 'content-type': 'application/json' };
    request.body = JSON.stringify(body);
  }
  try {
    const response = await fetch(url, request);
    // Read here, because a connection may also break within an answer.
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

type Sent = Awaited<ReturnType<typeof send>>;

async function stateFrom(sent: Promise<Sent>): Promise<ServiceAnswer> {
  const answer = await bytesFrom(sent);
  if (answer.kind !== 'answered') return answer;
  const state = parsed(answer.value);
  return state === undefined ? { kind: 'unreachable' } : { kind: 'answered', value: state as SigningState };
}

async function bytesFrom(sending: Promise<Sent>): Promise<ServiceAnswer<Uint8Array>> {
  const sent = await sending;
  // Temporary failures, and answers of intermediaries, are retried.
  if (!sent || sent.response.status >= 500 || sent.response.status === 429) return { kind: 'unreachable' };
  const { response, bytes } = sent;
  if (response.ok) return { kind: 'answered', value: bytes };
  return { kind: 'refused', refusal: refusalFrom(response.status, parsed(bytes)) };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function refusalFrom(status: number, problem: unknown): ServiceProblem {
  const { code = '', detail = '', errors = [] } = (problem ?? {}) as Partial<ServiceProblem>;
  return { status, code, detail, errors };
}
