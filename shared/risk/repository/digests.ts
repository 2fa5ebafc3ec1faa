import type { Scope } from '#shared/platform/caller.ts';
import { type DueRows, dueAt, isStillDue, readDue } from '#shared/platform/store/due.ts';
import { type LeasedRow, takeLease, writeWhileHeld } from '#shared/platform/store/lease.ts';
import type { Key, Read, Store, Write } from '#shared/platform/store/store.ts';
import { DueDigest } from '../notification-settings.ts';
import { noticeKey } from './notices.ts';

/**
 * One row for each user whose digest is on, among the notifications of the user, where an erasure finds it. The row is
 * the email to send: it has neither address nor text, which the worker reads and writes when it sends.
 */
const keyOf = (scope: Scope, userId: string): Key => noticeKey(scope, userId, 'settings');

const digestRead = (scope: Scope, userId: string): Read => ({ table: 'risk', key: keyOf(scope, userId) });

export async function findDigest(store: Store, scope: Scope, userId: string): Promise<DueDigest | undefined> {
  const [row] = await store.getMany([digestRead(scope, userId)]);
  return row && DueDigest.parse(row);
}

/** Replaces what a worker has leased: the change of the user wins. */
export const putDigest = ({ dueAt: at, ...digest }: DueDigest): Write => ({
  table: 'risk',
  put: { ...keyOf(digest, digest.userId), ...digest, ...dueAt(new Date(at), digest.userId, 'digests') },
});

export const removeDigest = (scope: Scope, userId: string): Write => ({ table: 'risk', remove: keyOf(scope, userId) });

const DIGESTS = 100;

export async function readDueDigests(
  store: Store,
  now: Date,
): Promise<{ digests: DueDigest[] } & Pick<DueRows, 'oldestSeconds'>> {
  const { rows, oldestSeconds } = await readDue(store, 'risk', { now, limit: DIGESTS, line: 'digests' });
  return { digests: rows.filter((row) => isStillDue(row, now)).map((row) => DueDigest.parse(row)), oldestSeconds };
}

/** While leased, the due time of the row is the end of the lease. */
const leasedRow = (digest: DueDigest): LeasedRow => ({
  table: 'risk',
  key: keyOf(digest, digest.userId),
  attribute: 'dueAt',
});

export const leaseDigest = (digest: DueDigest, until: string): Write =>
  takeLease(leasedRow(digest), { found: digest.dueAt, next: until });

/** From now on the email counts as sent, unless it is certain that it was not. */
export const beginDigest = (digest: DueDigest, leasedUntil: string): Write =>
  writeWhileHeld(leasedRow(digest), leasedUntil, { set: { isBegun: true } });

export const unbeginDigest = (digest: DueDigest, leasedUntil: string): Write =>
  writeWhileHeld(leasedRow(digest), leasedUntil, { unset: ['isBegun'] });

export const closeDigest = (
  digest: DueDigest,
  leasedUntil: string,
  { since, next }: { since: string; next: Date },
): Write =>
  writeWhileHeld(leasedRow(digest), leasedUntil, { set: { since, dueAt: next.toISOString() }, unset: ['isBegun'] });
