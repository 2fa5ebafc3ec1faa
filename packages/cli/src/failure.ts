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
