import { Problem } from '@assay/foundation';
import { sha256Hex } from '@assay/foundation/canonical-json';
import { optionalSetting } from '../environment.ts';
import { measure } from '../log.ts';
import { isThrottled } from '../outage.ts';
import { BucketContested, takeFromRow } from './bucket-row.ts';
import type { RateLimit } from './gcra.ts';
import { type Limited, parseRateLimits, type RateLimits } from './limits.ts';

/**
 * Takes tokens in leases, so that a busy process writes to DynamoDB once in up to 32 requests: after a
 * lease that is used up within a second, the next has twice its size. Tokens left after a second are
 * dropped, so that processes do not hoard them.
 */
const LEASE_MS = 1_000;
const LARGEST_LEASE = 32;
/**
 * An empty bucket is remembered for at least this long, doubling up to a second while it stays empty: a
 * refused request must cost less than an allowed one. The bucket refills meanwhile, and the next lease is as
 * large as the number of requests refused, so that the tokens are not lost.
 */
const EMPTY_MS = 250;
const LONGEST_EMPTY_MS = 1_000;
/** A row takes about 1,000 writes a second; faster buckets consist of several rows with a share each. */
const ROW_PER_SECOND = 1_000;
/** Buckets that a process caches. */
const REMEMBERED = 1_000;

interface Lease {
  tokens: number;
  size: number;
  startedMs: number;
  emptyUntilMs: number;
  /** How long emptiness was remembered the last time; 0 after a token was taken. */
  emptyMs: number;
  /** Requests refused since the bucket was found empty. */
  refused: number;
  /** TATs of its rows, as far as this process has seen them. */
  tatsMs: Map<string, number>;
}

const leases = new Map<string, Lease>();

export interface Bucket {
  limited: Limited;
  id: string;
}

/**
 * Throws a 429 if one of the buckets of a request is empty. Tokens are taken in the order of the buckets, and
 * none from those after an empty one: a flooding key does not use up the tokens of its organization. Without
 * `RATE_LIMITS` nothing is limited.
 */
export async function assertWithinRates(buckets: readonly Bucket[]): Promise<void> {
  const limits = rateLimits();
  if (!limits) return;
  const nowMs = Date.now();
  for (const bucket of buckets) refuseAfter(bucket, rememberedWait(leaseOf(bucket), nowMs));
  let most = LARGEST_LEASE;
  for (const bucket of buckets) {
    refuseAfter(bucket, await waitFor(bucket, limits[bucket.limited], { nowMs, most }));
    // More than the key has left in this process would be dropped, and be missing to others.
    most = Math.min(most, leaseOf(bucket).tokens + 1);
  }
}

function refuseAfter({ limited }: Bucket, waitMs: number): void {
  if (waitMs === 0) return;
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  throw new Problem(429, 'rate_limited', `Too many requests for this ${NAMES[limited]}. Retry after ${seconds} s.`, {
    retryAfterSeconds: seconds,
  });
}

const NAMES: Record<Limited, string> = {
  organization: 'organization',
  key: 'API key',
  link: 'signing link',
};

const nameOf = ({ limited, id }: Bucket) => `rate#${limited}#${sha256Hex(id)}`;

function leaseOf(bucket: Bucket): Lease {
  const name = nameOf(bucket);
  const known = leases.get(name);
  if (known) return known;
  if (leases.size >= REMEMBERED) leases.clear();
  const lease: Lease = {
    tokens: 0,
    size: 0,
    startedMs: 0,
    emptyUntilMs: 0,
    emptyMs: 0,
    refused: 0,
    tatsMs: new Map(),
  };
  leases.set(name, lease);
  return lease;
}

/** Zero unless the bucket is known to be empty. */
function rememberedWait(lease: Lease, nowMs: number): number {
  const waitMs = Math.max(0, lease.emptyUntilMs - nowMs);
  if (waitMs > 0) lease.refused += 1;
  return waitMs;
}

/** Zero if a token was taken, else the milliseconds until one may be available. */
async function waitFor(
  bucket: Bucket,
  limit: RateLimit,
  { nowMs, most }: { nowMs: number; most: number },
): Promise<number> {
  const lease = leaseOf(bucket);
  const isCurrent = nowMs - lease.startedMs < LEASE_MS;
  if (isCurrent && lease.tokens > 0) {
    lease.tokens -= 1;
    return 0;
  }
  const wanted = lease.refused > 0 ? lease.refused + 1 : isCurrent ? lease.size * 2 : 1;
  const size = Math.min(wanted, most);
  const taken = await takeFromRows(nameOf(bucket), limit, { nowMs, wanted: size, lease });
  if ('retryAfterMs' in taken) return rememberEmpty(lease, taken.retryAfterMs, nowMs);
  // Concurrent requests may each have taken a lease.
  const left = nowMs - lease.startedMs < LEASE_MS ? lease.tokens : 0;
  const used = { tokens: left + taken.tokens - 1, size, startedMs: nowMs };
  Object.assign(lease, used, { emptyUntilMs: 0, emptyMs: 0, refused: 0 });
  return 0;
}

function rememberEmpty(lease: Lease, retryAfterMs: number, nowMs: number): number {
  const doubled = Math.min(Math.max(EMPTY_MS, lease.emptyMs * 2), LONGEST_EMPTY_MS);
  const emptyMs = Math.max(doubled, retryAfterMs);
  const emptyUntilMs = nowMs + emptyMs;
  const refused = lease.refused + 1;
  Object.assign(lease, { tokens: 0, startedMs: 0, emptyMs: doubled, emptyUntilMs, refused });
  return emptyMs;
}

type Outcome = { tokens: number } | { retryAfterMs: number };

/** A bucket that is throttled or contested counts as empty: its own callers make it so. */
const isOverused = (error: unknown) => isThrottled(error) || error instanceof BucketContested;

/** Fails open: if DynamoDB does not answer, the request is allowed and counted. */
async function takeFromRows(
  name: string,
  limit: RateLimit,
  { nowMs, wanted, lease: { tatsMs } }: { nowMs: number; wanted: number; lease: Lease },
): Promise<Outcome> {
  const rows = Math.ceil(limit.perSecond / ROW_PER_SECOND);
  const share = { perSecond: limit.perSecond / rows, burst: Math.ceil(limit.burst / rows) };
  const first = Math.floor(Math.random() * rows);
  let retryAfterMs = Number.POSITIVE_INFINITY;
  for (let at = 0; at < rows; at += 1) {
    const pk = `${name}#${(first + at) % rows}`;
    try {
      const seenTatMs = tatsMs.get(pk);
      const taken = await takeFromRow(pk, share, { nowMs, wanted, seenTatMs });
      tatsMs.set(pk, taken.tatMs);
      if (!('retryAfterMs' in taken)) return { tokens: taken.tokens };
      retryAfterMs = Math.min(retryAfterMs, taken.retryAfterMs);
    } catch (error) {
      if (!isOverused(error)) {
        measure('RatesUnchecked', 1);
        return { tokens: 1 };
      }
      retryAfterMs = Math.min(retryAfterMs, LONGEST_EMPTY_MS);
    }
  }
  return { retryAfterMs };
}

let parsed: { text: string; limits: RateLimits | undefined } | undefined;

function rateLimits(): RateLimits | undefined {
  const text = optionalSetting('RATE_LIMITS');
  if (text === undefined) return undefined;
  if (parsed?.text !== text) parsed = { text, limits: parseRateLimits(text) ?? undefined };
  return parsed.limits;
}
