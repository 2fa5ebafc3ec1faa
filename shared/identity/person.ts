import * as z from 'zod';
import type { Caller } from '#shared/platform/caller.ts';

export const UserRole = z.enum(['owner', 'admin', 'member']);
export type UserRole = z.infer<typeof UserRole>;

/**
 * The people of an organization as their tokens describe them, so that `user:<id>` in histories has a name
 * with any issuer. One row per person, written at most once a day by the person, and by invitations and
 * changes of members.
 */
export const Person = z.object({
  userId: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  /** The role in the latest token seen, or of the invitation. */
  role: UserRole,
  /** Undefined for invited people who have not signed in. */
  lastSeenAt: z.iso.datetime().optional(),
  /** The role that was assigned after the latest token seen was issued. */
  assignedRole: UserRole.optional(),
  /** When the role was assigned or the account was disabled or enabled. */
  changedAt: z.iso.datetime().optional(),
  isDisabled: z.boolean().optional(),
  invitedAt: z.iso.datetime().optional(),
  /** When the invitation was emailed. */
  invitationSentAt: z.iso.datetime().optional(),
});
export type Person = z.infer<typeof Person>;

const RANKS: Record<string, number> = { member: 1, admin: 2, owner: 3 };
/** Roles in the order of their rights; 0 for none. */
export const rankOf = (role: string | undefined) => RANKS[role ?? ''] ?? 0;

export const roleOf = ({ assignedRole, role }: Person) => assignedRole ?? role;

const dayOf = (instant: string) => instant.slice(0, 10);
/** Longer than any token lives that was issued before a role was assigned. */
const TOKEN_DAYS_MS = 24 * 60 * 60 * 1000;

/** The row to write, or undefined if the person was seen today already. */
export function sighting(
  known: Person | undefined,
  { id, role, profile }: Pick<Caller, 'id' | 'profile'> & { role: UserRole },
  now: Date,
): Person | undefined {
  const lastSeenAt = now.toISOString();
  if (known?.lastSeenAt && dayOf(known.lastSeenAt) >= dayOf(lastSeenAt)) return undefined;
  const { assignedRole, ...others } = known ?? {};
  const isRecent = now.getTime() - Date.parse(known?.changedAt ?? '') < TOKEN_DAYS_MS;
  return {
    ...others,
    userId: id,
    // A token without these claims does not erase what an earlier token stated.
    email: profile?.email ?? known?.email ?? null,
    name: profile?.name ?? known?.name ?? null,
    role,
    lastSeenAt,
    // A token may be older than the assignment.
    ...(isRecent && assignedRole && { assignedRole }),
  };
}
