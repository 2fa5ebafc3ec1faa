/** An expected failure that is reported to the caller with a stable code. Any other error is a defect. */
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
  /** All findings about the request, each with its path. */
  errors?: Finding[];
  retryAfterSeconds?: number;
  extra?: ProblemExtra;
}

/** Further properties of the problem document, each described in the OpenAPI document. */
export interface ProblemExtra {
  /** The record that conflicts. */
  existingId?: string;
  /** The current revision of the record. */
  revision?: number;
}

export interface Finding {
  path: string;
  message: string;
}

export const invalid = (code: string, detail: string, errors?: Finding[]) =>
  new Problem(400, code, detail, errors ? { errors } : {});

/** One problem for all reasons why a credential is refused, so that none can be probed. */
export const unauthenticated = () =>
  new Problem(401, 'unauthenticated', 'The credential is missing, unknown, expired or invalid.');

/** For requests whose headers hold no complete credential, which says nothing about any. */
export const incompleteCredential = (detail: string) => new Problem(401, 'unauthenticated', detail);

/** Checked before the key is read, so it reveals nothing about the key. */
export const timestampOutOfRange = (windowSeconds: number) =>
  new Problem(
    401,
    'timestamp_out_of_range',
    `\`X-Timestamp\` must be within ${windowSeconds} seconds of the time of the service, in Unix seconds.`,
  );

export const forbidden = (detail: string) => new Problem(403, 'forbidden', detail);

/** Also returned for a record of another organization or mode. */
export const notFound = (what: string) => new Problem(404, 'not_found', `The ${what} does not exist.`);

export const conflict = (code: string, detail: string, extra?: ProblemExtra) =>
  new Problem(409, code, detail, extra ? { extra } : {});

export const tooLarge = (code: string, detail: string) => new Problem(413, code, detail);

export const refused = (code: string, detail: string, errors?: Finding[]) =>
  new Problem(422, code, detail, errors ? { errors } : {});

export const unavailable = (detail: string, retryAfterSeconds = 1) =>
  new Problem(503, 'unavailable', detail, { retryAfterSeconds });
