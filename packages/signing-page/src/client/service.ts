import { consentShownIn } from '../consent-shown.ts';
import { DISCLOSURE_VERSION } from '../disclosure-version.ts';
import type { Brand, SigningState } from './signing-state.ts';
import { language, strings } from './strings.ts';
import type { DocumentText } from './text/document-text.ts';
import { asSvgUrl, type FieldEntry, isTyped } from './typed-signature.ts';
import type { ShownAs } from './view-choice.ts';

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
  /** Reports that the signer has seen the document, and how. */
  see: (view: ShownAs) => Promise<ServiceAnswer>;
  readText: () => Promise<ServiceAnswer<DocumentText>>;
  /** The organization that sent the document. */
  readBrand: () => Promise<ServiceAnswer<Brand>>;
  readPdf: () => Promise<ServiceAnswer<Uint8Array>>;
  pdfUrl: string;
  /** URL of a picture of the first page. */
  previewUrl: string;
  fill: (fieldId: string, value: FieldEntry) => Promise<ServiceAnswer>;
  drawTyped: (fieldId: string, typed: string) => Promise<DrawnText>;
  /** Signs exactly the values that `shown` identifies. */
  complete: (shown: string, isApproval: boolean, views: readonly ShownAs[]) => Promise<ServiceAnswer>;
  /** Accepts the disclosure in the language in which it was shown. */
  consent: () => Promise<ServiceAnswer>;
  decline: (reason: string) => Promise<ServiceAnswer>;
  /** Hands the turn to another person; the link of the page opens nothing afterwards. */
  delegate: (person: Delegate) => Promise<DelegationAnswer>;
  /** Emails a code to the signer. */
  sendCode: () => Promise<CodeRequest>;
  /** True once the code was right: from then on requests have its session. */
  enterCode: (code: string) => Promise<CodeAnswer>;
  /** Requests the verification session of the signer, or asks what became of it. */
  checkIdentity: () => Promise<IdentityAnswer>;
  /** The session has ended. */
  forgetIdentity: () => void;
  /** Requests a new link to the completed document by email. */
  requestLink: () => Promise<LinkRequest>;
}

export interface Delegate {
  name: string;
  email: string;
  reason: string;
}

export type DelegationAnswer = 'done' | 'known' | 'invalid' | 'tooMany' | 'refused' | 'unreachable';

function delegationFrom(sent: Sent): DelegationAnswer {
  if (sent?.response.status === 429) return 'tooMany';
  if (!sent || sent.response.status >= 500) return 'unreachable';
  if (sent.response.ok) return 'done';
  if (sent.response.status === 400) return 'invalid';
  return codeOf(sent) === 'already_a_signer' ? 'known' : 'refused';
}

export type CodeRequest = LinkRequest | 'locked';
export type CodeAnswer = 'right' | 'wrong' | 'expired' | 'locked' | 'unreachable';

/** `ended`: a code is needed again, or the link opens nothing any more. */
export type IdentityAnswer =
  | 'waiting'
  | 'in_review'
  | 'declined'
  | 'name_differs'
  | 'approved'
  | 'ended'
  | 'refused'
  | 'unreachable';

function identityFrom(sent: Sent): IdentityAnswer {
  if (!sent || sent.response.status >= 500 || sent.response.status === 429) return 'unreachable';
  if (!sent.response.ok) return [401, 403, 410].includes(sent.response.status) ? 'ended' : 'refused';
  return ((parsed(sent.bytes) ?? {}) as { status?: IdentityAnswer }).status ?? 'unreachable';
}

export type LinkRequest = 'sent' | 'tooMany' | 'refused' | 'unreachable';

function linkRequestFrom(sent: Sent): LinkRequest {
  if (!sent || sent.response.status >= 500) return 'unreachable';
  if (sent.response.ok) return 'sent';
  return sent.response.status === 429 ? 'tooMany' : 'refused';
}

function codeRequestFrom(sent: Sent): CodeRequest {
  const isLocked = sent?.response.status === 409 && codeOf(sent) === 'identity_locked';
  return isLocked ? 'locked' : linkRequestFrom(sent);
}

const CODE_ANSWERS: Partial<Record<string, CodeAnswer>> = {
  wrong_code: 'wrong',
  invalid_body: 'wrong',
  code_expired: 'expired',
  identity_locked: 'locked',
};

const codeOf = ({ response, bytes }: NonNullable<Sent>) => refusalFrom(response.status, parsed(bytes)).code;

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
  const ofLink = `${origin}${pathname.slice(0, pathname.lastIndexOf('/sign/'))}/signing/${token}`;
  const identity = storedIdentity(token);
  const baseNow = () => (identity.session ? `${ofLink}.${identity.session}` : ofLink);
  const ask = (path: string, body?: object) => jsonFrom<SigningState>(send(`${baseNow()}${path}`, body));
  return {
    read: () => ask(''),
    see: (shownAs) => ask('/view', { shownAs, pageSession }),
    readText: () => jsonFrom<DocumentText>(send(`${baseNow()}/text`, undefined, PDF_TIME_LIMIT_MS)),
    readBrand: () => jsonFrom<Brand>(send(`${baseNow()}/brand`)),
    readPdf: () => bytesFrom(send(`${baseNow()}/pdf`, undefined, PDF_TIME_LIMIT_MS)),
    get pdfUrl() {
      return `${baseNow()}/pdf`;
    },
    get previewUrl() {
      return `${baseNow()}/preview`;
    },
    fill: (fieldId, value) => ask(`/fields/${fieldId}`, { value: isTyped(value) ? { typed: value.typed } : value }),
    drawTyped: async (fieldId, typed) =>
      drawnFrom(await bytesFrom(send(`${baseNow()}/fields/${fieldId}/typed-signature`, { typed }))),
    complete: (shown, isApproval, shownAs) =>
      ask('/complete', { shown, ...(!isApproval && { consent: consentShownIn(language) }), shownAs, pageSession }),
    consent: () => ask('/consent', { version: DISCLOSURE_VERSION, language, pageSession }),
    decline: (reason) => ask('/decline', { reason }),
    delegate: async (person) => delegationFrom(await send(`${baseNow()}/delegate`, person)),
    sendCode: async () => codeRequestFrom(await send(`${ofLink}/code`, {})),
    enterCode: async (code) => {
      const sent = await send(`${ofLink}/code/verify`, { code });
      if (!sent || sent.response.status >= 500 || sent.response.status === 429) return 'unreachable';
      if (!sent.response.ok) return CODE_ANSWERS[codeOf(sent)] ?? (sent.response.status < 422 ? 'wrong' : 'expired');
      const { session } = (parsed(sent.bytes) ?? {}) as { session?: string };
      identity.set(session);
      return session ? 'right' : 'unreachable';
    },
    checkIdentity: async () => identityFrom(await send(`${baseNow()}/identity-check`, {})),
    forgetIdentity: () => identity.set(undefined),
    requestLink: async () => linkRequestFrom(await send(`${ofLink}/link`, {})),
  };
}

/** The session of an entered code, which a reload of the page in this tab keeps. */
function storedIdentity(token: string) {
  const key = `assay-identity ${token}`;
  // Browsers may refuse storage in a frame of another site.
  const inStorage = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(sessionStorage);
    } catch {
      return undefined;
    }
  };
  const identity = {
    session: inStorage((storage) => storage.getItem(key)) ?? undefined,
    set: (session: string | undefined) => {
      identity.session = session;
      inStorage((storage) => (session ? storage.setItem(key, session) : storage.removeItem(key)));
    },
  };
  return identity;
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

async function jsonFrom<Value>(sent: Promise<Sent>): Promise<ServiceAnswer<Value>> {
  const answer = await bytesFrom(sent);
  if (answer.kind !== 'answered') return answer;
  const value = parsed(answer.value);
  return value === undefined ? { kind: 'unreachable' } : { kind: 'answered', value: value as Value };
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
