import { Problem } from '@assay/foundation';
import { sha256Hex } from '@assay/foundation/canonical-json';
import { optionalSetting } from '../environment.ts';
import { measure } from '../log.ts';
import { takeFromRow } from './bucket-row.ts';
import type { RateLimit, Taken } from './gcra.ts';
import { type Limited, parseRateLimits, type RateLimits } from './limits.ts';

/**
 * Takes tokens in leases, so that a busy process writes to DynamoDB once in up to 32 requests: after a
 * lease that is used up within a second, the next has twice its size. Tokens left after a second are
 * dropped, so that processes do not hoard them.
 */
const LEASE_MS = 1_000;
const LARGEST_LEASE = 32;
/** A row takes about 1,000 writes a second; faster buckets consist of several rows with a share each. */
const ROW_PER_SECOND = 1_000;
/** Buckets that a process caches. */
const REMEMBERED = 1_000;

interface Lease {
  tokens: number;
  size: number;
  startedMs: number;
  /** The bucket is known to be empty until then: a TAT never decreases. */
  emptyUntilMs: number;
}

const leases = new Map<string, Lease>();

export interface Bucket {
  limited: Limited;
  id: string;
}

/** Throws a 429 if one of the buckets of a request is empty. Without `RATE_LIMITS` nothing is limited. */
export async function assertWithinRates(buckets: readonly Bucket[]): Promise<void> {
  const limits = rateLimits();
  if (!limits) return;
  const waits = await Promise.all(
    buckets.map((bucket) => waitFor(bucket, limits[bucket.limited], Date.now())),
  );
  const longest = Math.max(...waits);
  const at = waits.indexOf(longest);
  const bucket = buckets[at];
  if (longest === 0 || !bucket) return;
  const seconds = Math.max(1, Math.ceil(longest / 1000));
  throw new Problem(
    429,
    'rate_limited',
    `Too many requests for this ${NAMES[bucket.limited]}. Retry after ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );
}

const NAMES: Record<Limited, string> = {
  organization: 'organization',
  key: 'API key',
  link: 'signing link',
};

/** Zero if a token was taken, else the milliseconds until one is available. */
async function waitFor(bucket: Bucket, limit: RateLimit, nowMs: number): Promise<number> {
  const name = `rate#${bucket.limited}#${sha256Hex(bucket.id)}`;
  const lease = leases.get(name);
  const isCurrent = lease !== undefined && nowMs - lease.startedMs < LEASE_MS;
  if (lease && lease.emptyUntilMs > nowMs) return lease.emptyUntilMs - nowMs;
  if (isCurrent && lease.tokens > 0) {
    lease.tokens -= 1;
    return 0;
  }
  const size = isCurrent ? Math.min(lease.size * 2, LARGEST_LEASE) : 1;
  const taken = await takeFromRows(name, limit, nowMs, size);
  if (leases.size >= REMEMBERED) leases.clear();
  if ('retryAfterMs' in taken) {
    const { retryAfterMs } = taken;
    leases.set(name, { tokens: 0, size: 1, startedMs: 0, emptyUntilMs: nowMs + retryAfterMs });
    return Math.max(1, retryAfterMs);
  }
  // Concurrent requests may each have taken a lease.
  const left = leases.get(name);
  const kept = left && nowMs - left.startedMs < LEASE_MS ? left.tokens : 0;
  leases.set(name, { tokens: kept + taken.tokens - 1, size, startedMs: nowMs, emptyUntilMs: 0 });
  return 0;
}

/** Fails open: if DynamoDB is unavailable, the request is allowed and counted. */
async function takeFromRows(
  name: string,
  limit: RateLimit,
  nowMs: number,
  wanted: number,
): Promise<Taken> {
  const rows = Math.ceil(limit.perSecond / ROW_PER_SECOND);
  const share = { perSecond: limit.perSecond / rows, burst: Math.ceil(limit.burst / rows) };
  const first = Math.floor(Math.random() * rows);
  let retryAfterMs = Number.POSITIVE_INFINITY;
  try {
    for (let at = 0; at < rows; at += 1) {
      const taken = await takeFromRow(`${name}#${(first + at) % rows}`, share, nowMs, wanted);
      if (taken.tokens > 0) return taken;
      if ('retryAfterMs' in taken) retryAfterMs = Math.min(retryAfterMs, taken.retryAfterMs);
    }
    return { tokens: 0, retryAfterMs };
  } catch {
    measure('RatesUnchecked', 1);
    return { tokens: 1, tatMs: nowMs };
  }
}

let parsed: { text: string; limits: RateLimits | undefined } | undefined;

function rateLimits(): RateLimits | undefined {
  const text = optionalSetting('RATE_LIMITS');
  if (text === undefined) return undefined;
  if (parsed?.text !== text) parsed = { text, limits: parseRateLimits(text) ?? undefined };
  return parsed.limits;
}
