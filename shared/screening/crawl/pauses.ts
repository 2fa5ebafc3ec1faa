import {
  FIRST_WAIT_SECONDS,
  LONGEST_REQUESTED_WAIT_SECONDS,
  LONGEST_WAIT_SECONDS,
  SHORTEST_PAUSE_SECONDS,
} from './limits.ts';

/**
 * Pauses as long as the query took, so that the service spends at least half of the time on others.
 */
export const pauseAfter = (tookMs: number): number => Math.max(SHORTEST_PAUSE_SECONDS, Math.ceil(tookMs / 1000));

/** Exponential backoff, never shorter than the service requested. */
export function waitBefore(tries: number, requestedSeconds: number | null): number {
  const ownSeconds = Math.min(FIRST_WAIT_SECONDS * 2 ** tries, LONGEST_WAIT_SECONDS);
  return Math.max(ownSeconds, Math.min(requestedSeconds ?? 0, LONGEST_REQUESTED_WAIT_SECONDS));
}

/** `Retry-After`: seconds, or a date. */
export function requestedWait(header: string | null, now: Date): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const untilMs = Date.parse(header);
  return Number.isNaN(untilMs) ? null : Math.max(0, Math.ceil((untilMs - now.getTime()) / 1000));
}
