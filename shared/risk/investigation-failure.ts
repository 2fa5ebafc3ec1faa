import type { InvestigationError } from './investigation.ts';

/** Why an investigation failed, and whether a retry could help. */
export class InvestigationFailure extends Error {
  override name = 'InvestigationFailure';
  readonly code: InvestigationError;
  readonly isRetryable: boolean;

  constructor(
    code: InvestigationError,
    { isRetryable = false, ...because }: { isRetryable?: boolean; cause?: unknown } = {},
  ) {
    super(code, because);
    this.code = code;
    this.isRetryable = isRetryable;
  }
}
