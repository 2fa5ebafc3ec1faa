import { Problem } from '../problem.ts';
import { isMutation, type Route } from './route.ts';

/** A request that ran out of time. Whether it was carried out is not known, so it is no 503. */
export const timedOut = (route: Route) => new Problem(504, 'timed_out', whatTimedOutMeans(route));

/** How whoever asked finds out what became of it. */
export function whatTimedOutMeans(route: Route): string {
  if (!isMutation(route)) return 'The request ran out of time. Nothing was changed: ask again.';
  return `The request ran out of time and may have been carried out. ${FINDING_OUT[route.idempotency]}`;
}

const FINDING_OUT: Record<Route['idempotency'], string> = {
  required: 'Repeat it with the same Idempotency-Key.',
  optional:
    'Repeat it with the same Idempotency-Key; if it had none, read first what it was to change.',
  none: 'Read what it was to change before you repeat it.',
};
