import { measure } from '../log.ts';
import { claimFromRow, returnToRow } from './bucket-row.ts';
import type { RateLimit } from './gcra.ts';

/** Tokens wanted of one bucket. */
export interface Wanted {
  pk: string;
  limit: RateLimit;
  tokens: number;
}

/** A bucket that does not hold what is wanted of it. */
export interface Lacking {
  wanted: Wanted;
  waitMs: number;
}

/**
 * Takes the tokens of all buckets, or of none: then it is the bucket with the longest wait that is returned.
 * When DynamoDB does not answer, nothing is limited, as for requests.
 */
export async function claimTokens<Of extends Wanted>(
  all: readonly Of[],
  nowMs: number,
): Promise<(Lacking & { wanted: Of }) | undefined> {
  const claims = await Promise.all(
    all.map(async (wanted) => ({ wanted, ...(await claimOne(wanted, nowMs, false)) })),
  );
  const lacking = claims.filter(({ isTaken }) => !isTaken);
  const [longest] = lacking.toSorted((a, b) => b.waitMs - a.waitMs);
  if (!longest) return undefined;
  await Promise.all(
    claims
      .filter(({ isTaken }) => isTaken)
      // Tokens that cannot be returned come back by themselves within the hour.
      .map(({ wanted: { pk, limit, tokens } }) =>
        returnToRow(pk, limit, tokens).catch(() => undefined),
      ),
  );
  return { wanted: longest.wanted, waitMs: longest.waitMs };
}

/**
 * Takes the tokens of all buckets, if need be in advance, and returns the milliseconds until they are there.
 * So each of many that wait has a moment of its own, and none has to ask twice.
 */
export async function reserveTokens(all: readonly Wanted[], nowMs: number): Promise<number> {
  const claims = await Promise.all(all.map((wanted) => claimOne(wanted, nowMs, true)));
  return Math.max(0, ...claims.map(({ waitMs }) => waitMs));
}

const claimOne = ({ pk, limit, tokens }: Wanted, nowMs: number, mayWait: boolean) =>
  claimFromRow(pk, limit, { nowMs, tokens, mayWait }).catch(() => {
    measure('RatesUnchecked', 1);
    return { isTaken: true, waitMs: 0 };
  });
