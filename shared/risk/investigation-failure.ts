import type { ErrorCode } from './investigation.ts';

/** Why an investigation failed, and whether a retry could help. */
export class InvestigationFailure extends Error {
  override name = 'InvestigationFailure';
  readonly code: ErrorCode;
  readonly isRetryable: boolean;

  constructor(
    code: ErrorCode,
    { isRetryable = false, ...because }: { isRetryable?: boolean; cause?: unknown } = {},
  ) {
    super(code, because);
    this.code = code;
    this.isRetryable = isRetryable;
  }
}
