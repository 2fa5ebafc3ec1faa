import * as z from 'zod';
import type { Item, Key, Read, Store, Write } from '#shared/platform/store/store.ts';
import { type ErasureJob, markErased, openJob } from './erasure.ts';
import { checkNotHeld } from './legal-hold.ts';

/**
 * A requested deletion that can still be revoked. Its row is deleted either by the revocation or by the
 * transaction that begins the erasure, so exactly one of them takes effect. It has its own partition:
 * everything in `erasures` is erased by the next run, also by releases that do not know of the delay.
 */
export const Deletion = z.object({
  organizationId: z.string(),
  requestedAt: z.iso.datetime(),
  requestedBy: z.string(),
  /** The first of two people. */
  proposedBy: z.string().optional(),
  erasesAt: z.iso.datetime(),
});
export type Deletion = z.infer<typeof Deletion>;

export const DELETION_DELAY_SECONDS = 24 * 60 * 60;

const REQUESTS = 'deletions';
const ROWS_PER_QUERY = 1_000;

const requestKey = (organizationId: string): Key => ({ pk: REQUESTS, sk: organizationId });

export const deletionRead = (organizationId: string): Read => ({
  table: 'identity',
  key: requestKey(organizationId),
});

export const deletionFrom = (item: Item | undefined) => item && Deletion.parse(item);

export const requestDeletion = (deletion: Deletion): Write => ({
  table: 'identity',
  put: { ...requestKey(deletion.organizationId), ...deletion },
  when: 'absent',
});

/** A condition that fails once a deletion is requested. */
export const checkNoDeletion = (organizationId: string): Write => ({
  table: 'identity',
  check: requestKey(organizationId),
  when: 'absent',
});

export const revokeDeletion = ({ organizationId, requestedAt }: Deletion): Write => ({
  table: 'identity',
  remove: requestKey(organizationId),
  when: { requestedAt },
});

/**
 * From here on credentials are refused. The job remains until everything is erased. A legal hold has revoked the
 * deletion; should both exist, after a restore for example, the hold counts.
 */
export function beginErasure(deletion: Deletion, now: Date): { job: ErasureJob; writes: Write[] } {
  const { organizationId } = deletion;
  const job = { organizationId, requestedAt: now.toISOString() };
  return {
    job,
    writes: [revokeDeletion(deletion), checkNotHeld(organizationId), markErased(organizationId, now), openJob(job)],
  };
}

export const isDue = ({ erasesAt }: Deletion, now: Date) => erasesAt <= now.toISOString();

export async function findDeletion(store: Store, organizationId: string): Promise<Deletion | undefined> {
  return deletionFrom(await store.get('identity', requestKey(organizationId)));
}

/** Few deletions are requested per day, so all of them are read. */
export async function listDueDeletions(store: Store, now: Date): Promise<Deletion[]> {
  const due: Deletion[] = [];
  for (let after: string | undefined, more = true; more; ) {
    const query = { pk: REQUESTS, limit: ROWS_PER_QUERY, ...(after !== undefined && { after }) };
    const page = await store.query('identity', query);
    due.push(...page.items.map((item) => Deletion.parse(item)).filter((one) => isDue(one, now)));
    after = page.items.at(-1)?.sk;
    more = page.more && after !== undefined;
  }
  return due;
}
