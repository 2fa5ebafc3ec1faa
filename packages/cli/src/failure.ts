/** Exit codes of the command, documented in the README. */
export const EXIT = {
  ok: 0,
  /** The service refused the request, or rows of a file. */
  refused: 1,
  usage: 2,
  unreachable: 3,
  /** A check failed: an invalid policy, a difference, a changed document. */
  checkFailed: 4,
  /** A sealed document is intact, but nothing shows whose seal it has. */
  issuerNotChecked: 5,
  /** An audit trail is consistent, but no seal shows that it was not rewritten as a whole. */
  trailNotBound: 6,
  /** A sealed document has the seal of another key or issuer than the expected one. */
  foreignSeal: 7,
  /** An audit trail has other entries than the seal names, with hashes that fit. */
  trailRewritten: 8,
  /** A certificate of the seal was not valid, and no trusted timestamp shows that it was when it was used. */
  certificateExpired: 9,
  /** The certificates of the seal do not lead to the expected issuer. */
  issuerMissing: 10,
  /** Everything else holds, but nothing shows whose timestamp the seal has. */
  timestampNotChecked: 11,
  /** A revocation list in the file says that a certificate had been revoked before the seal was made. */
  certificateRevoked: 12,
  /** A fault of this program. */
  internal: 70,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An error with the exit code of the command. Its message is shown without a stack trace. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const usageError = (message: string) => new Failure(EXIT.usage, message);

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
