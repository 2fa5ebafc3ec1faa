import { conflict, forbidden, notFound } from '@assay/foundation';
import { type Person, rankOf, roleOf, UserRole } from '#shared/identity/contract.ts';
import {
  endPoolSessions,
  findPoolUser,
  listPeople,
  type PoolUser,
  personFrom,
  personRead,
  setPoolEnabled,
  setPoolRole,
} from '#shared/identity/index.ts';
import { type Caller, principalOf } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Proposal } from '#shared/platform/proposals.ts';

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

/** The role of a member, and whether the account can be used. */
export interface Standing {
  role: string | undefined;
  isEnabled: boolean;
}

/** A change that was committed counts, also if the pool does not have it yet; else what the pool says. */
export const standingOf = (known: Person | undefined, user: PoolUser): Standing =>
  known?.assignedRole
    ? { role: known.assignedRole, isEnabled: !known.isDisabled }
    : { role: user.role, isEnabled: user.isEnabled };

const isEnabling = (before: Standing, after: Standing) => after.isEnabled && !before.isEnabled;

/** Whether the member can do more than before. */
export const isRaised = (before: Standing, after: Standing) =>
  rankOf(after.role) > rankOf(before.role) || isEnabling(before, after);

/** Whether the change makes an owner or admin, also of an account that is to be enabled later. */
export const givesAccess = (before: Standing, after: Standing) =>
  isRaised(before, after) && after.role !== UserRole.enum.member;

/** Everyone who took part in giving a person access. */
export const sponsorsOf = (caller: Caller, accepted: Proposal | undefined): string[] => [
  principalOf(caller),
  ...(accepted ? [accepted.proposedBy] : []),
];

/**
 * Takes rights away in the pool, and gives none. The pool has no transactions, and two owners may remove each other at
 * the same time: what would leave no owner is refused beforehand, and undone if it turns out afterwards.
 */
export async function lowerInPool(context: Context, user: PoolUser, after: Standing): Promise<void> {
  const role = rankOf(after.role) < rankOf(user.role) ? after.role : user.role;
  const isEnabled = user.isEnabled && after.isEnabled;
  const removesOwner = isOwner(user) && (role !== 'owner' || !isEnabled);
  if (removesOwner && !(await hasOtherOwner(context, user.id))) throw lastOwner();
  await setTo(user, { role, isEnabled });
  if (removesOwner && !(await hasOtherOwner(context, user.id))) {
    await setTo({ ...user, role, isEnabled }, user);
    throw lastOwner();
  }
  if (removesOwner || !after.isEnabled || role !== user.role) await endPoolSessions(user.id);
}

/** More than the changes of one member that can be under way. */
const ROUNDS = 5;

/**
 * Brings the pool to what the directory says now, not to what one request wanted: of concurrent changes the last
 * committed one remains, and a replayed answer changes nothing.
 */
export async function followDirectory({ store, caller }: Context, id: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [row] = await store.getMany([personRead(caller.organizationId, id)]);
    const person = personFrom(row);
    const user = await findPoolUser(id);
    if (!person?.assignedRole || !user || user.organizationId !== caller.organizationId) return;
    const wanted = { role: person.assignedRole, isEnabled: !person.isDisabled };
    if (wanted.role === user.role && wanted.isEnabled === user.isEnabled) return;
    await setTo(user, wanted);
    if (wanted.role !== user.role || !wanted.isEnabled) await endPoolSessions(id);
  }
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
