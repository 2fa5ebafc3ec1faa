import type { ProblemCode } from './generated/api.ts';
import { isObject, type JsonObject, textOf } from './json.ts';

/** Codes of the service, and of the client for answers that have none. */
type KnownCode = ProblemCode | 'throttled' | 'timed_out' | 'unexpected_answer' | 'upload_refused';

/** A problem returned by the service. */
export class AssayProblem extends Error {
  readonly status: number;
  /** A stable code, such as `subject_exists`. A newer service may have further ones. */
  readonly code: KnownCode | (string & Record<never, never>);
  /** What is wrong and what to do, without the findings in `errors`. */
  readonly detail: string;
  /** All findings about the request, each with its path. */
  readonly errors: readonly { path: string; message: string }[];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** If a name is taken: the record that has it. */
  readonly existingId: string | undefined;
  /** The whole problem document; some have further properties, such as `revision`. */
  readonly document: Readonly<Record<string, unknown>>;

  constructor(status: number, headers: Headers, body: string) {
    const document = parseDocument(body);
    const detail = textOf(document.detail) ?? `The service answered with status ${status}.`;
    const errors = findingsIn(document.errors);
    super(messageOf(detail, errors));
    this.name = 'AssayProblem';
    this.status = status;
    this.code = textOf(document.code) ?? codeOf(status);
    this.detail = detail;
    this.errors = errors;
    this.existingId = textOf(document.existingId);
    // Browsers hide headers of other origins that do not expose them.
    this.requestId = requestIdIn(headers) ?? textOf(document.requestId);
    this.retryAfterSeconds = secondsIn(headers.get('retry-after'));
    this.document = document;
  }
}

/** No response was received, so it is unknown whether the request had an effect. */
export class AssayUnreachable extends Error {
  constructor(request: { method: string; url: string }, cause: unknown) {
    const { method, url } = request;
    super(`The service could not be reached or did not answer: ${method} ${url} (${reasonOf(cause)}).`, { cause });
    this.name = 'AssayUnreachable';
  }
}

/** The first finding is part of the message, so that a line in a log names the property. */
function messageOf(detail: string, errors: AssayProblem['errors']): string {
  const [first] = errors;
  if (!first) return detail;
  const others = errors.length === 1 ? '' : ` (and ${errors.length - 1} more)`;
  return `${detail} ${first.path}: ${first.message}${others}`;
}

/** The innermost cause, such as `connect ECONNREFUSED 127.0.0.1:3000`: `fetch` itself says "fetch failed" only. */
function reasonOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error instanceof Error && error.cause;
  if (inner) return reasonOf(inner);
  return error instanceof Error ? error.message : String(error);
}

/** A response of a proxy may have any content. */
function parseDocument(body: string): JsonObject {
  try {
    const document: unknown = JSON.parse(body);
    return isObject(document) ? document : {};
  } catch {
    return {};
  }
}

const findingsIn = (errors: unknown) =>
  (Array.isArray(errors) ? errors : []).flatMap((finding: unknown) => {
    const { path, message } = isObject(finding) ? finding : {};
    return typeof path === 'string' && typeof message === 'string' ? [{ path, message }] : [];
  });

/** The request id of the service, or that of API Gateway for responses of its own. */
export const requestIdIn = (headers: Headers) =>
  headers.get('x-request-id') ?? headers.get('apigw-requestid') ?? undefined;

/**
 * Codes for responses of a gateway or proxy without a problem document. Unlike a 503 of the service, theirs
 * does not imply that nothing was done.
 */
const CODES: Record<number, string> = {
  413: 'body_too_large',
  429: 'throttled',
  503: 'timed_out',
  504: 'timed_out',
};

const codeOf = (status: number) => CODES[status] ?? 'unexpected_answer';

/** `Retry-After` is a number of seconds or a date. */
function secondsIn(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
