/**
 * A token bucket as the generic cell rate algorithm (GCRA): its whole state is one time, the theoretical
 * arrival time (TAT) at which the bucket would be full again.
 */
export interface RateLimit {
  perSecond: number;
  /** Tokens of a full bucket. */
  burst: number;
}

export type Taken =
  | { tokens: number; tatMs: number }
  /** No token is left; the next one is available after this time. */
  | { tokens: 0; tatMs: number; retryAfterMs: number };

export const intervalMs = ({ perSecond }: RateLimit) => 1000 / perSecond;

/** The TAT up to which `tokens` can still be taken now. */
export const latestTatMs = (limit: RateLimit, nowMs: number, tokens: number) =>
  nowMs + (limit.burst - tokens) * intervalMs(limit);

/** Takes up to `wanted` tokens: as many as are available, or none. */
export function takeTokens(limit: RateLimit, tatMs: number | undefined, nowMs: number, wanted: number): Taken {
  const interval = intervalMs(limit);
  const from = Math.max(tatMs ?? nowMs, nowMs);
  const roomMs = latestTatMs(limit, nowMs, 0) - from;
  const available = Math.floor((roomMs + ROUNDING_MS) / interval);
  const tokens = Math.min(wanted, available);
  if (tokens < 1)
    return {
      tokens: 0,
      tatMs: from,
      retryAfterMs: Math.max(0, from - latestTatMs(limit, nowMs, 1)),
    };
  return { tokens, tatMs: from + tokens * interval };
}

/** Milliseconds since 1970 are exact to a quarter of a microsecond in a double. */
const ROUNDING_MS = 1e-3;

/**
 * All of `tokens` at once. More than a bucket holds are taken from a full one, which then refills later.
 */
export interface TokenClaim {
  /** False if nothing was taken: enough tokens are available after `waitMs`. */
  isTaken: boolean;
  /** Time until the tokens are available. If they were taken in advance, they belong to that moment. */
  waitMs: number;
}

/** The TAT up to which all of `tokens` can be claimed without waiting. */
export const latestClaimMs = (limit: RateLimit, nowMs: number, tokens: number) =>
  latestTatMs(limit, nowMs, Math.min(tokens, limit.burst)) + ROUNDING_MS;

/** Milliseconds until `tokens` are available; 0 if they are now. */
export function waitForClaim(limit: RateLimit, tatMs: number | undefined, nowMs: number, tokens: number): number {
  const from = Math.max(tatMs ?? nowMs, nowMs);
  return Math.max(0, Math.ceil(from - latestClaimMs(limit, nowMs, tokens)));
}
