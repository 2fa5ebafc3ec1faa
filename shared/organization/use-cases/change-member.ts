import { conflict, forbidden, notFound } from '@assay/foundation';
import { roleOf } from '#shared/identity/contract.ts';
import {
  endPoolSessions,
  findPoolUser,
  listPeople,
  type PoolUser,
  setPoolEnabled,
  setPoolRole,
} from '#shared/identity/index.ts';
import type { Context } from '#shared/platform/context.ts';

/** What a request wants to change of a member. */
export interface MemberUpdate {
  role?: string | undefined;
  status?: 'active' | 'disabled' | undefined;
}

/** The user of the caller's own organization; a user of another one is not found. */
export async function readPoolUser({ caller }: Context, id: string): Promise<PoolUser> {
  const user = await findPoolUser(id);
  if (!user || user.id !== id || user.organizationId !== caller.organizationId) throw notFound('member');
  return user;
}

/** Admins manage admins and members; owners manage everyone. */
export function assertMayManage({ caller }: Context, ...roles: (string | undefined)[]): void {
  if (caller.role !== 'owner' && roles.includes('owner'))
    throw forbidden('Only an owner can invite, change or disable owners.');
}

/**
 * Changes the user in the pool. The pool has no transactions, and two owners may remove each other at the
 * same time: what would leave no owner is refused beforehand, and undone if it turns out afterwards.
 */
export async function applyToPool(
  context: Context,
  user: PoolUser,
  { role = user.role, status }: MemberUpdate,
): Promise<void> {
  const isEnabled = status === undefined ? user.isEnabled : status === 'active';
  const removesOwner = isOwner(user) && (role !== 'owner' || !isEnabled);
  if (removesOwner && !(await hasOtherOwner(context, user.id))) throw lastOwner();
  await setTo(user, { role, isEnabled });
  if (removesOwner && !(await hasOtherOwner(context, user.id))) {
    await setTo({ ...user, role, isEnabled }, user);
    throw lastOwner();
  }
  if (removesOwner || !isEnabled || role !== user.role) await endPoolSessions(user.id);
}

async function setTo(from: PoolUser, to: { role: string | undefined; isEnabled: boolean }): Promise<void> {
  if (to.role !== undefined && to.role !== from.role) await setPoolRole(from.id, to.role);
  if (to.isEnabled !== from.isEnabled) await setPoolEnabled(from.id, to.isEnabled);
}

const isOwner = ({ role, isEnabled }: PoolUser) => role === 'owner' && isEnabled;

const lastOwner = () => conflict('last_owner', 'The organization needs an owner. Make another member an owner first.');

/** The directory may be behind the pool, so the pool confirms one of its owners, the caller first. */
const OWNERS_ASKED = 20;

async function hasOtherOwner({ store, caller }: Context, exceptId: string): Promise<boolean> {
  const { people } = await listPeople(store, caller.organizationId);
  const owners = people.filter((person) => roleOf(person) === 'owner' && !person.isDisabled);
  const ids = [...new Set([caller.id, ...owners.map(({ userId }) => userId)])];
  for (const id of ids.filter((one) => one !== exceptId).slice(0, OWNERS_ASKED)) {
    const user = await findPoolUser(id);
    if (user && isOwner(user) && user.organizationId === caller.organizationId) return true;
  }
  return false;
}
