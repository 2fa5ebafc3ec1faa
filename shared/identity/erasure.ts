import { sha256Hex } from '@assay/foundation/canonical-json';
import * as z from 'zod';
import { type LeasedRow, takeLease, writeWhileHeld } from '#shared/platform/store/lease.ts';
import type { Item, Key, Read, Store, Write } from '#shared/platform/store/store.ts';

/**
 * What remains of a deleted organization. The mark permanently refuses its tokens and contains only a
 * digest of its id; the job exists until everything else is erased, so that a worker can always resume.
 */
export const ErasureJob = z.object({
  organizationId: z.string(),
  /** When the erasure began. Credentials are refused from then on. */
  requestedAt: z.iso.datetime(),
  /** Lease of the run that works on the job; other runs skip it until then. */
  leaseUntil: z.iso.datetime().optional(),
});
export type ErasureJob = z.infer<typeof ErasureJob>;

const JOBS = 'erasures';

const markKey = (organizationId: string): Key => ({
  pk: `erased#${sha256Hex(organizationId)}`,
  sk: 'mark',
});

const jobKey = (organizationId: string): Key => ({ pk: JOBS, sk: organizationId });

/**
 * Every request of an organization reads this row, and a row takes 3,000 reads a second, so it is cached.
 */
const MARK_MAX_AGE_MS = 1_000;

/** Returns a row only if the erasure of the organization has begun. */
export const erasureRead = (organizationId: string): Read => ({
  table: 'identity',
  key: markKey(organizationId),
  maxAgeMs: MARK_MAX_AGE_MS,
});

export const markErased = (organizationId: string, at: Date): Write => ({
  table: 'identity',
  put: { ...markKey(organizationId), erasedAt: at.toISOString() },
});

/** A condition that fails once the erasure of the organization has begun. */
export const checkNotErased = (organizationId: string): Write => ({
  table: 'identity',
  check: markKey(organizationId),
  when: 'absent',
});

export const openJob = (job: ErasureJob): Write => ({
  table: 'identity',
  put: { ...jobKey(job.organizationId), ...job },
});

const leasedJob = (organizationId: string): LeasedRow => ({
  table: 'identity',
  key: jobKey(organizationId),
  attribute: 'leaseUntil',
});

/** Fails if another run holds the lease or has closed the job. */
export const leaseJob = ({ organizationId, requestedAt, leaseUntil }: ErasureJob, until: string): Write =>
  takeLease(leasedJob(organizationId), { found: leaseUntil, next: until }, { when: { requestedAt } });

export const releaseJob = ({ organizationId, requestedAt }: ErasureJob, until: string): Write =>
  writeWhileHeld(leasedJob(organizationId), until, {
    unset: ['leaseUntil'],
    when: { requestedAt },
  });

export const closeJob = ({ organizationId }: ErasureJob): Write => ({
  table: 'identity',
  remove: jobKey(organizationId),
});

export async function findJob(store: Store, organizationId: string): Promise<ErasureJob | undefined> {
  const item = await store.get('identity', jobKey(organizationId));
  return item && ErasureJob.parse(item);
}

/** A job in progress waits from the end of its lease, regardless of when it was requested. */
export const waitingSince = ({ requestedAt, leaseUntil }: ErasureJob) => leaseUntil ?? requestedAt;

export async function listJobs(store: Store): Promise<ErasureJob[]> {
  const { items } = await store.query('identity', { pk: JOBS, limit: 100 });
  return items.map((item: Item) => ErasureJob.parse(item));
}
