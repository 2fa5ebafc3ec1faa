const OUTAGES = new Set([
  'InternalServerError',
  'InternalServerErrorException',
  'InternalServiceError',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestTimeout',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'ThrottlingException',
  'TimeoutError',
  'TransactionInProgressException',
]);

/** Whether AWS lacked capacity or did not answer, after the SDK has asked again: that is not a defect. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return OUTAGES.has(error.name) || /^E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_AGAIN|NOTFOUND)/.test(code);
}
