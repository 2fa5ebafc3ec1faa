/** One invalid part of a request. */
export interface RequestIssue {
  path: string;
  message: string;
}

/** An answer of the API that is not a success, or the lack of an answer (`status` 0). */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly issues: readonly RequestIssue[];
  /** Seconds after which the service accepts the request again. */
  readonly retryAfter: number | undefined;
  /** The whole problem document, for members that belong to one code. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    body: Readonly<Record<string, unknown>>,
    { requestId, retryAfter }: { requestId?: string | undefined; retryAfter?: number | undefined },
  ) {
    super(typeof body.detail === 'string' ? body.detail : fallbackFor(status));
    this.name = 'ApiProblem';
    this.status = status;
    this.code = typeof body.code === 'string' ? body.code : `http_${status}`;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.issues = Array.isArray(body.errors) ? (body.errors as RequestIssue[]) : [];
    this.body = body;
  }
}

export const isProblem = (error: unknown, code?: string): error is ApiProblem =>
  error instanceof ApiProblem && (code === undefined || error.code === code);

function fallbackFor(status: number): string {
  if (status === 0) return 'The service cannot be reached. Check your connection and try again.';
  if (status === 403) return 'Your role does not allow this.';
  if (status === 404) return 'This record does not exist in this mode.';
  if (status >= 500) return 'The service is unavailable. Try again in a moment.';
  return `The service answered with status ${status}.`;
}
