import * as z from 'zod';
import { sha256Hex } from '#shared/platform/canonical-json.ts';
import type { Item, Key, Read, Store, Write } from '#shared/platform/store/store.ts';

/**
 * What remains of a deleted organization. The mark keeps its tokens out for good and names it only by
 * a digest; the job exists until everything else is gone, so that a worker can always go on.
 */
export const ErasureJob = z.object({
  organizationId: z.string(),
  /** When the erasure began: from then on credentials are refused. */
  requestedAt: z.iso.datetime(),
  /** Until then one run has the job, and others leave it alone. */
  leaseUntil: z.iso.datetime().optional(),
});
export type ErasureJob = z.infer<typeof ErasureJob>;

const JOBS = 'erasures';

const markKey = (organizationId: string): Key => ({
  pk: `erased#${sha256Hex(organizationId)}`,
  sk: 'mark',
});

const jobKey = (organizationId: string): Key => ({ pk: JOBS, sk: organizationId });

/** Every request of an organization reads this one row, which takes 3,000 reads a second. */
const MARK_MAX_AGE_MS = 1_000;

/** Finds a row only if the erasure of the organization has begun. */
export const erasureRead = (organizationId: string): Read => ({
  table: 'identity',
  key: markKey(organizationId),
  maxAgeMs: MARK_MAX_AGE_MS,
});

export const markErased = (organizationId: string, at: Date): Write => ({
  table: 'identity',
  put: { ...markKey(organizationId), erasedAt: at.toISOString() },
});

/** Refused once the erasure of the organization has begun. */
export const checkNotErased = (organizationId: string): Write => ({
  table: 'identity',
  check: markKey(organizationId),
  when: 'absent',
});

export const openJob = (job: ErasureJob): Write => ({
  table: 'identity',
  put: { ...jobKey(job.organizationId), ...job },
});

/** Refused if another run was quicker, or has closed the job. */
export const leaseJob = (
  { organizationId, requestedAt, leaseUntil }: ErasureJob,
  until: string,
): Write => ({
  table: 'identity',
  update: jobKey(organizationId),
  set: { leaseUntil: until },
  when: { requestedAt, leaseUntil },
});

export const releaseJob = ({ organizationId, requestedAt }: ErasureJob, until: string): Write => ({
  table: 'identity',
  update: jobKey(organizationId),
  set: {},
  unset: ['leaseUntil'],
  when: { requestedAt, leaseUntil: until },
});

export const closeJob = ({ organizationId }: ErasureJob): Write => ({
  table: 'identity',
  remove: jobKey(organizationId),
});

export async function findJob(
  store: Store,
  organizationId: string,
): Promise<ErasureJob | undefined> {
  const item = await store.get('identity', jobKey(organizationId));
  return item && ErasureJob.parse(item);
}

/** A job under way waits from the end of its lease on, however long ago it was requested. */
export const waitingSince = ({ requestedAt, leaseUntil }: ErasureJob) => leaseUntil ?? requestedAt;

export async function listJobs(store: Store): Promise<ErasureJob[]> {
  const { items } = await store.query('identity', { pk: JOBS, limit: 100 });
  return items.map((item: Item) => ErasureJob.parse(item));
}
