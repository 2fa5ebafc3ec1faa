/** AWS lacked capacity and says that it did nothing. */
const REFUSALS = [
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
];

const OUTAGES = new Set([
  ...REFUSALS,
  'InternalServerError',
  'InternalServerErrorException',
  'InternalServiceError',
  'RequestTimeout',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'TimeoutError',
  'TransactionInProgressException',
]);

/** Whether AWS lacked capacity or did not answer, after the SDK has asked again: that is not a defect. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return OUTAGES.has(error.name) || /^E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_AGAIN|NOTFOUND)/.test(code);
}

/** Whether what was asked for may have been done before the answer was lost. */
export const isUndecided = (outage: unknown) =>
  outage instanceof Error && !REFUSALS.includes(outage.name);
