import {
  ATTEMPTS,
  FIRST_BACKOFF_SECONDS,
  LONGEST_DELAY_SECONDS,
  PUT_OFF_SECONDS,
} from './limits.ts';

/**
 * How long to wait after the nth attempt of a round: 60, 120, 240, 480 seconds; null when the round is
 * over. A receiver that asks for more time gets it, up to the longest delay there is; one that asks for
 * less does not, because the schedule protects others too.
 */
export function secondsUntilNext(attempt: number, retryAfterSeconds: number | null): number | null {
  if (attempt >= ATTEMPTS) return null;
  const backoff = FIRST_BACKOFF_SECONDS * 2 ** (attempt - 1);
  return Math.min(Math.max(backoff, retryAfterSeconds ?? 0), LONGEST_DELAY_SECONDS);
}

/**
 * How long to put a delivery off that has been put off for so long already: longer than its receiver is
 * left alone, and about twice as late each time, because what waits for a silent receiver may be much.
 * `chance`, from 0 to 1, spreads what was put off together.
 */
export function secondsPutOff(alreadySeconds: number, chance: number): number {
  const longest = 2 * Math.max(PUT_OFF_SECONDS, alreadySeconds);
  return Math.ceil((Math.min(longest, LONGEST_DELAY_SECONDS) * (1 + chance)) / 2);
}

/** `Retry-After` as seconds: a number, or a date. Anything else asks for nothing. */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
