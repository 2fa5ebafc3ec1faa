import { measure } from '../log.ts';
import { isThrottled } from '../outage.ts';
import { claimFromRow, returnToRow } from './bucket-row.ts';
import type { RateLimit } from './gcra.ts';

/** Tokens to take from one bucket. */
export interface Wanted {
  pk: string;
  limit: RateLimit;
  tokens: number;
}

/** A bucket without enough tokens. */
export interface Lacking {
  wanted: Wanted;
  waitMs: number;
}

/**
 * Takes the tokens of all buckets, or of none; then the bucket with the longest wait is returned. If
 * DynamoDB does not respond, nothing is limited; a throttled bucket is empty, as for requests.
 */
export async function claimTokens<Of extends Wanted>(
  all: readonly Of[],
  nowMs: number,
): Promise<(Lacking & { wanted: Of }) | undefined> {
  const claims = await Promise.all(all.map(async (wanted) => ({ wanted, ...(await claimOne(wanted, nowMs, false)) })));
  const lacking = claims.filter(({ isTaken }) => !isTaken);
  const [longest] = lacking.toSorted((a, b) => b.waitMs - a.waitMs);
  if (!longest) return undefined;
  await Promise.all(
    claims
      .filter(({ isTaken }) => isTaken)
      // Tokens that cannot be returned are refilled within the hour.
      .map(({ wanted: { pk, limit, tokens } }) => returnToRow(pk, limit, tokens).catch(() => undefined)),
  );
  return { wanted: longest.wanted, waitMs: longest.waitMs };
}

/**
 * Takes the tokens of all buckets, in advance if necessary, and returns the milliseconds until they are
 * available. Each of many waiting emails thereby gets its own time and is never rejected twice.
 */
export async function reserveTokens(all: readonly Wanted[], nowMs: number): Promise<number> {
  const claims = await Promise.all(all.map((wanted) => claimOne(wanted, nowMs, true)));
  return Math.max(0, ...claims.map(({ waitMs }) => waitMs));
}

/** A bucket that is throttled after the retries of the SDK is used more often than it has tokens. */
const THROTTLED_MS = 1_000;

const claimOne = ({ pk, limit, tokens }: Wanted, nowMs: number, mayWait: boolean) =>
  claimFromRow(pk, limit, { nowMs, tokens, mayWait }).catch((error: unknown) => {
    if (isThrottled(error) && !mayWait) return { isTaken: false, waitMs: THROTTLED_MS };
    measure('RatesUnchecked', 1);
    return { isTaken: true, waitMs: 0 };
  });
