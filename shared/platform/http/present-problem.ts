import { STATUS_CODES } from 'node:http';
import { type Finding, Problem, unavailable } from '@assay/foundation';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { OutcomeUnknown, StoreUnavailable } from '../store/store.ts';
import { NO_SNIFFING } from './response.ts';
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
  const { status, code, details } = problem;
  const { errors } = details;
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/problem+json',
      'x-request-id': requestId,
      'cache-control': 'no-store',
      ...NO_SNIFFING,
      ...(details.retryAfterSeconds && { 'retry-after': String(details.retryAfterSeconds) }),
    },
    body: JSON.stringify({
      type: `urn:assay:problem:${code}`,
      title: STATUS_CODES[status] ?? 'Error',
      status,
      detail: detailOf(problem),
      code,
      requestId,
      ...(errors && { errors: errors.slice(0, MAX_FINDINGS).map(presentFinding) }),
      ...details.extra,
    }),
  };
}

/**
 * A response above 6 MB fails in Lambda, and a body of 4 MB can have a million unknown properties with names of any
 * length. More findings at once help no reader.
 */
const MAX_FINDINGS = 100;
const MAX_PATH_CHARACTERS = 300;
const MAX_MESSAGE_CHARACTERS = 3_000;

function detailOf({ message, details }: Problem): string {
  const count = details.errors?.length ?? 0;
  return count > MAX_FINDINGS ? `${message} These are the first ${MAX_FINDINGS} of ${count} findings.` : message;
}

const presentFinding = ({ path, message }: Finding): Finding => ({
  path: shortened(path, MAX_PATH_CHARACTERS),
  message: shortened(asSentence(message), MAX_MESSAGE_CHARACTERS),
});

const shortened = (text: string, characters: number) =>
  text.length <= characters ? text : `${text.slice(0, characters).toWellFormed()}…`;
