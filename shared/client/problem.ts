import * as z from 'zod';

/** What the service answered instead of what was asked for. */
export class AssayProblem extends Error {
  readonly status: number;
  /** A stable word, such as `subject_exists`. */
  readonly code: string;
  /** Every finding about the request, each with where it is. */
  readonly errors: readonly { path: string; message: string }[];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The whole problem document; some have further members, such as `existingId`. */
  readonly document: Readonly<Record<string, unknown>>;

  constructor(status: number, headers: Headers, body: string) {
    const known = parseDocument(body);
    super(known.detail ?? `The service answered with status ${status}.`);
    this.name = 'AssayProblem';
    this.status = status;
    this.code = known.code ?? codeOf(status);
    this.errors = known.errors ?? [];
    this.requestId = requestIdIn(headers);
    this.retryAfterSeconds = secondsIn(headers.get('retry-after'));
    this.document = known;
  }
}

/** No answer was received: whether the request had an effect is not known. */
export class AssayUnreachable extends Error {
  constructor(cause: unknown) {
    super('The service could not be reached or did not answer.', { cause });
    this.name = 'AssayUnreachable';
  }
}

const Known = z.looseObject({
  code: z.string().optional(),
  detail: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

function parseDocument(body: string): z.infer<typeof Known> {
  try {
    return Known.parse(JSON.parse(body));
  } catch {
    return {};
  }
}

/** The service names a request; what the gateway refuses by itself has the gateway's name for it. */
export const requestIdIn = (headers: Headers) =>
  headers.get('x-request-id') ?? headers.get('apigw-requestid') ?? undefined;

/**
 * What a gateway or proxy in between answers, without a problem document. Unlike our own 503, theirs does not
 * say that nothing was done.
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
