import { Problem } from '@assay/foundation';
import { sha256Hex } from '@assay/foundation/canonical-json';
import type { Context } from '#shared/platform/context.ts';
import { countInHour } from '#shared/platform/rate-limit/hour-log.ts';
import type { Store } from '#shared/platform/store/store.ts';
import { erasureRead } from './erasure.ts';
import { deriveCurrent } from './master-secret.ts';
import { deletePoolUser, findPoolUser, lockPoolUser, type PoolUser, setPoolEnabled } from './user-pool.ts';

/** An invitation that is not used for this long no longer reserves the email address. */
const INVITATION_DAYS = 7;
const DAY_MS = 24 * 3600 * 1000;

/** Of an organization. Refused invitations count too: they tell which addresses are taken. */
const INVITATIONS_PER_HOUR = 20;
/** To one address, by all organizations of the installation. */
const INVITATIONS_PER_ADDRESS = 5;

/**
 * Counts an invitation, or rejects the request with 429. Before the account is created and not with the commit: a
 * refused invitation tells which addresses are taken and counts as well, and of concurrent requests those beyond the
 * limit create no account. A repeated request counts once.
 */
export async function claimInvitation({ store, caller, ...context }: Context, email: string): Promise<void> {
  const address = await hashOf(email);
  const refused = await countInHour(store, {
    id: sha256Hex(`${context.idempotencyKey ?? context.requestId}#${address}`),
    counters: [
      { pk: `rate#invitation#${sha256Hex(caller.organizationId)}`, most: INVITATIONS_PER_HOUR },
      { pk: `rate#invitation#${address}`, most: INVITATIONS_PER_ADDRESS },
    ],
    now: context.now,
  });
  if (!refused) return;
  const seconds = Math.max(1, Math.ceil(refused.waitMs / 1000));
  throw new Problem(429, 'rate_limited', `The limit of invitations an hour is reached. Retry after ${seconds} s.`, {
    retryAfterSeconds: seconds,
  });
}

/** Hashed with a key, so that a leaked table does not reveal whom organizations invited. */
const hashOf = async (email: string) =>
  (await deriveCurrent('email-recipient', { id: `invitation#${email}`, version: 1 })).toString('hex');

/**
 * Deletes an account of another organization that reserves an email address for nobody: its organization is erased, or
 * its invitation was not used in time. The invited person may sign in at the same moment, so sign-ins are stopped
 * before the account is looked at again. Two organizations may both get here; the user pool then creates one account.
 */
export async function freeAddress(store: Store, user: PoolUser, now: Date): Promise<boolean> {
  if (user.organizationId === undefined) return false;
  const [erased] = await store.getMany([erasureRead(user.organizationId)]);
  const isFree = (one: PoolUser) => erased !== undefined || isExpired(one, now);
  if (!isFree(user)) return false;
  await lockPoolUser(user.id);
  const current = await findPoolUser(user.id);
  if (current && !isFree(current)) {
    await setPoolEnabled(user.id, true);
    return false;
  }
  await deletePoolUser(user.id);
  return true;
}

/** Counts from the first invitation: sending it again does not reserve the address any longer. */
const isExpired = ({ unusedSince }: PoolUser, now: Date) =>
  unusedSince !== undefined && now.getTime() - unusedSince.getTime() >= INVITATION_DAYS * DAY_MS;
