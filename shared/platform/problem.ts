/** A failure we expect: what a caller may be told, with a stable code. Anything else is a defect. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: ProblemDetails;

  constructor(status: number, code: string, detail: string, details: ProblemDetails = {}) {
    super(detail);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export interface ProblemDetails {
  /** Every finding about the request, each with where it is. */
  errors?: Finding[];
  retryAfterSeconds?: number;
  extra?: ProblemExtra;
}

/** Further members of the problem document. The OpenAPI document describes each. */
export interface ProblemExtra {
  /** The record that is in the way. */
  existingId?: string;
  /** The revision that the record has by now. */
  revision?: number;
}

export interface Finding {
  path: string;
  message: string;
}

export const invalid = (code: string, detail: string, errors?: Finding[]) =>
  new Problem(400, code, detail, errors ? { errors } : {});

/** One answer for every reason a credential is not accepted, so that none can be probed for. */
export const unauthenticated = () =>
  new Problem(401, 'unauthenticated', 'The credential is missing, unknown, expired or invalid.');

/** Judged before the key is looked up, so it tells nothing about the key. */
export const timestampOutOfRange = (windowSeconds: number) =>
  new Problem(
    401,
    'timestamp_out_of_range',
    `\`X-Timestamp\` must be within ${windowSeconds} seconds of the time of the service, in Unix seconds.`,
  );

export const forbidden = (detail: string) => new Problem(403, 'forbidden', detail);

/** Also the answer for a record of another organization or mode. */
export const notFound = (what: string) =>
  new Problem(404, 'not_found', `The ${what} does not exist.`);

export const conflict = (code: string, detail: string, extra?: ProblemExtra) =>
  new Problem(409, code, detail, extra ? { extra } : {});

export const tooLarge = (code: string, detail: string) => new Problem(413, code, detail);

export const refused = (code: string, detail: string, errors?: Finding[]) =>
  new Problem(422, code, detail, errors ? { errors } : {});

export const unavailable = (detail: string, retryAfterSeconds = 1) =>
  new Problem(503, 'unavailable', detail, { retryAfterSeconds });
