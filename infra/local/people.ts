import { createHash } from 'node:crypto';
import type { UserPool } from '@assay/local-aws';
import * as z from 'zod';

/** A user of the local cloud: the claims of their tokens. */
export interface Person {
  sub: string;
  org: string;
  role: 'owner' | 'admin' | 'member';
  name: string;
  email: string;
}

/** A person who can sign in, and when their sessions were ended. */
export interface SignInUser {
  person: Person;
  sessionsEndedMs?: number | undefined;
}

const Role = z.enum(['owner', 'admin', 'member']).catch('member');

/**
 * Everyone who can sign in, by a key: the users of both organizations, and who was invited by them.
 * Whom the pool does not know, or knows in a deleted organization, is added to it.
 */
export function signInUsers(pool: UserPool, ids: Ids): Record<string, SignInUser> {
  const own = Object.entries(peopleOf(ids));
  for (const [, person] of own) {
    const known = pool.users().find(({ id }) => id === person.sub);
    if (known?.attributes['custom:org'] !== person.org) pool.put(userOf(person));
  }
  const keys = new Map(own.map(([key, { sub }]) => [sub, key]));
  return Object.fromEntries(
    pool
      .users()
      .filter(({ isEnabled }) => isEnabled)
      .map(({ id, attributes, sessionsEndedAt }) => [
        keys.get(id) ?? id,
        {
          person: {
            sub: id,
            org: attributes['custom:org'] ?? '',
            role: Role.parse(attributes['custom:role']),
            name: attributes.name ?? '',
            email: attributes.email ?? '',
          },
          sessionsEndedMs: sessionsEndedAt === undefined ? undefined : Date.parse(sessionsEndedAt),
        },
      ]),
  );
}

const userOf = ({ sub, org, role, name, email }: Person) => ({
  id: sub,
  attributes: { name, email, 'custom:org': org, 'custom:role': role },
  isEnabled: true,
});

/** Ids of the organizations and of the users that have tokens in `dev.json`. */
interface Ids {
  organizationId: string;
  otherOrganizationId: string;
  userIds: Record<'owner' | 'admin' | 'member' | 'otherOwner', string>;
}

/** The users of both organizations. Those of the first are list operators if they are owner or admin. */
export function peopleOf({ organizationId, otherOrganizationId, userIds }: Ids) {
  const own = { org: organizationId };
  const other = { org: otherOrganizationId };
  const idOf = (role: string) => idFrom(`${otherOrganizationId} ${role}`);
  return {
    owner: { ...own, sub: userIds.owner, role: 'owner', name: 'Olivia Owner', email: 'olivia@example.com' },
    admin: { ...own, sub: userIds.admin, role: 'admin', name: 'Adam Admin', email: 'adam@example.com' },
    member: { ...own, sub: userIds.member, role: 'member', name: 'Mia Member', email: 'mia@example.com' },
    otherOwner: { ...other, sub: userIds.otherOwner, role: 'owner', name: 'Oscar Other', email: 'oscar@example.org' },
    otherAdmin: { ...other, sub: idOf('admin'), role: 'admin', name: 'Anna Other', email: 'anna@example.org' },
    otherMember: { ...other, sub: idOf('member'), role: 'member', name: 'Max Other', email: 'max@example.org' },
  } as const satisfies Record<string, Person>;
}

/** The same UUID for the same text. */
const idFrom = (text: string) =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
