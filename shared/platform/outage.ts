/** AWS lacked capacity and did not process the request. */
const REFUSALS = [
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
];

const OUTAGES = new Set([
  ...REFUSALS,
  'CredentialsProviderError',
  'InternalServerError',
  'InternalServerErrorException',
  'InternalServiceError',
  'RequestTimeout',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'TimeoutError',
  'TransactionInProgressException',
]);

/** Whether AWS refused the request because there were too many. */
export const isThrottled = (error: unknown) => error instanceof Error && REFUSALS.includes(error.name);

/** Whether AWS lacked capacity or did not respond, after the retries of the SDK. That is not a defect. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return OUTAGES.has(error.name) || /^E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_AGAIN|NOTFOUND)/.test(code);
}

/** Whether the request may have been processed before its response was lost. */
export const isUndecided = (outage: unknown) => outage instanceof Error && !REFUSALS.includes(outage.name);
