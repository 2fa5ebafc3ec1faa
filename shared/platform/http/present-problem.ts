import { STATUS_CODES } from 'node:http';
import { type Finding, Problem, unavailable } from '@assay/foundation';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { OutcomeUnknown, StoreUnavailable } from '../store/store.ts';
import type { Route } from './route.ts';
import { asSentence } from './shape-messages.ts';
import { timedOut } from './timed-out.ts';

/** The problem for an error: an unavailable dependency is expected, any other error is a defect. */
export function problemFrom(error: unknown, route: Route): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof OutcomeUnknown) return timedOut(route);
  if (error instanceof StoreUnavailable) return unavailable('The database is busy. Retry in a moment.');
  return new Problem(
    500,
    'internal_error',
    'An internal error occurred. Retry with the same idempotency key, and report the `requestId` if it ' + 'persists.',
  );
}

/** The response of a problem (RFC 9457). */
export function presentProblem(problem: Problem, requestId: string): APIGatewayProxyStructuredResultV2 {
  const { status, code, message, details } = problem;
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/problem+json',
      'x-request-id': requestId,
      'cache-control': 'no-store',
      ...(details.retryAfterSeconds && { 'retry-after': String(details.retryAfterSeconds) }),
    },
    body: JSON.stringify({
      type: `urn:assay:problem:${code}`,
      title: STATUS_CODES[status] ?? 'Error',
      status,
      detail: message,
      code,
      requestId,
      ...(details.errors && { errors: details.errors.map(inSentences) }),
      ...details.extra,
    }),
  };
}

const inSentences = (finding: Finding) => ({ ...finding, message: asSentence(finding.message) });
