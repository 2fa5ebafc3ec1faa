import { createHash } from 'node:crypto';
import { ATTEMPTS, FIRST_BACKOFF_SECONDS, LONGEST_DELAY_SECONDS, POSTPONE_SECONDS } from './limits.ts';

/**
 * Delay after the nth attempt of a round: 60, 120, 240, 480 seconds and up to a tenth more; null when the round is
 * over. A longer `Retry-After` is respected up to the longest delay; a shorter one is not, because the schedule
 * protects others too. `jitter` is from 0 to 1: without it, all deliveries of an outage would come back at once.
 */
export function secondsUntilNext(attempt: number, retryAfterSeconds: number | null, jitter: number): number | null {
  if (attempt >= ATTEMPTS) return null;
  const backoff = Math.floor(FIRST_BACKOFF_SECONDS * 2 ** (attempt - 1) * (1 + jitter / 10));
  return Math.min(Math.max(backoff, retryAfterSeconds ?? 0), LONGEST_DELAY_SECONDS);
}

/** The same for a delivery and attempt at any time, and evenly spread over deliveries. */
export const jitterOf = (deliveryId: string, attempt: number): number =>
  createHash('sha256').update(`${deliveryId}\n${attempt}`).digest().readUInt16BE() / 0xffff;

/**
 * Exponential backoff of a postponed delivery: longer than the circuit breaker stays open, and about
 * doubling each time, because many deliveries may wait for an unresponsive receiver. `chance`, from 0 to 1,
 * is the jitter.
 */
export function secondsToPostpone(alreadySeconds: number, chance: number): number {
  const longest = 2 * Math.max(POSTPONE_SECONDS, alreadySeconds);
  return Math.ceil((Math.min(longest, LONGEST_DELAY_SECONDS) * (1 + chance)) / 2);
}

/** `Retry-After` in seconds, from a number or a date. Anything else is ignored. */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
