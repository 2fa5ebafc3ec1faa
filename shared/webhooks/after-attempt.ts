import { addSeconds } from '#shared/platform/clock.ts';
import type { Attempt, Delivery } from './delivery.ts';
import { STORED_ATTEMPTS } from './limits.ts';
import { isGone, isSuccess, type Outcome } from './outcome.ts';
import { jitterOf, secondsUntilNext } from './retry-schedule.ts';

export interface AfterAttempt extends Pick<Delivery, 'status' | 'attempts' | 'attemptsInRound' | 'nextAttemptAt'> {
  /** Delay from the end of the attempt to the next one; null if there is none. */
  waitSeconds: number | null;
}

/** The state of a delivery after an attempt that began now. */
export function afterAttempt(delivery: Delivery, outcome: Outcome, now: Date): AfterAttempt {
  const { status, latencyMs, error, preview, retryAfterSeconds } = outcome;
  const made: Attempt = { at: now.toISOString(), status, latencyMs, error, preview };
  const attempts = [...delivery.attempts, made].slice(-STORED_ATTEMPTS);
  const attemptsInRound = delivery.attemptsInRound + 1;
  const over = { attempts, attemptsInRound, nextAttemptAt: null, waitSeconds: null };
  if (isSuccess(outcome)) return { ...over, status: 'succeeded' };

  // A webhook that must not be called, or is gone, will not be callable a minute later either; it can be recovered.
  const isFinal = error?.startsWith('webhook_') || isGone(outcome);
  const jitter = jitterOf(delivery.id, attemptsInRound);
  const waitSeconds = isFinal ? null : secondsUntilNext(attemptsInRound, retryAfterSeconds, jitter);
  if (waitSeconds === null) return { ...over, status: 'failed' };
  const nextAttemptAt = addSeconds(now, latencyMs / 1000 + waitSeconds).toISOString();
  return { attempts, attemptsInRound, status: 'pending', nextAttemptAt, waitSeconds };
}
