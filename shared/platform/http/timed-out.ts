import { Problem } from '@assay/foundation';
import { isMutation, type Route } from './route.ts';

/** A request that timed out. It may have succeeded, which a 503 would deny. */
export const timedOut = (route: Route) => new Problem(504, 'timed_out', timeoutAdvice(route));

/** What the caller can do to learn the result. */
export function timeoutAdvice(route: Route): string {
  if (!isMutation(route)) return 'The request timed out. Nothing was changed. Retry it.';
  return `The request timed out and may have succeeded. ${FINDING_OUT[route.idempotency]}`;
}

const FINDING_OUT: Record<Route['idempotency'], string> = {
  required: 'Retry it with the same Idempotency-Key.',
  optional: 'Retry it with the same Idempotency-Key; without a key, read the record before retrying.',
  none: 'Read the record before retrying.',
};
