import { has, type Operation } from './operation.ts';
import { AssayProblem, AssayUnreachable } from './problem.ts';
import { AssayUnexpectedResponse } from './unexpected-response.ts';

/** When and how often a request is retried. */
export interface RetryPolicy {
  /** Including the first. */
  attempts: number;
  /** The longest first pause; doubles with every attempt. */
  backoffMs: number;
  /** The longest pause. If the service asks for a longer one, the request is not retried. */
  maxPauseMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = { attempts: 4, backoffMs: 250, maxPauseMs: 20_000 };

/** Retries until there is a final response. `send` signs each attempt anew. */
export async function withRetries<T>(
  { attempts, backoffMs, maxPauseMs }: RetryPolicy,
  { send, isSafe, signal }: { send: () => Promise<T>; isSafe: boolean; signal?: AbortSignal },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await send();
    } catch (error) {
      if (attempt >= attempts || !isWorthRepeating(error, isSafe)) throw error;
      const retryAfterMs = (retryAfterSecondsOf(error) ?? 0) * 1000;
      if (retryAfterMs > maxPauseMs) throw error;
      // Full jitter, so that clients that failed together do not retry together.
      const backoff = Math.min(backoffMs * 2 ** (attempt - 1), maxPauseMs);
      await pause(retryAfterMs + Math.random() * backoff, signal);
    }
}

/** Whether repeating is safe: the request changes nothing, or has an idempotency key. */
export const isSafeToRepeat = (operation: Operation, idempotencyKey: string | undefined) =>
  has(operation, 'changesNothing') || (has(operation, 'takesIdempotencyKey') && idempotencyKey !== undefined);

function isWorthRepeating(error: unknown, isSafe: boolean): boolean {
  if (error instanceof AssayUnreachable) return isSafe;
  // Half an answer may be complete the next time; a page of another server will be the same.
  if (error instanceof AssayUnexpectedResponse) return isSafe && error.cause !== undefined;
  if (!(error instanceof AssayProblem)) return false;
  // A throttled request was not processed, so it can always be repeated.
  return error.status === 429 || (isSafe && error.status >= 500);
}

const retryAfterSecondsOf = (error: unknown) => (error instanceof AssayProblem ? error.retryAfterSeconds : undefined);

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, milliseconds);
    if (signal?.aborted) giveUp();
    else signal?.addEventListener('abort', giveUp, { once: true });
  });
}
