import { createHash } from 'node:crypto';

/** A user of the local cloud: the claims of their tokens. */
export interface Person {
  sub: string;
  org: string;
  role: 'owner' | 'admin' | 'member';
  name: string;
  email: string;
}

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
    owner: {
      ...{ ...own, sub: userIds.owner, role: 'owner' },
      ...{ name: 'Olivia Owner', email: 'olivia@example.com' },
    },
    admin: {
      ...{ ...own, sub: userIds.admin, role: 'admin' },
      ...{ name: 'Adam Admin', email: 'adam@example.com' },
    },
    member: {
      ...{ ...own, sub: userIds.member, role: 'member' },
      ...{ name: 'Mia Member', email: 'mia@example.com' },
    },
    otherOwner: {
      ...{ ...other, sub: userIds.otherOwner, role: 'owner' },
      ...{ name: 'Oscar Other', email: 'oscar@example.org' },
    },
    otherAdmin: {
      ...{ ...other, sub: idOf('admin'), role: 'admin' },
      ...{ name: 'Anna Other', email: 'anna@example.org' },
    },
    otherMember: {
      ...{ ...other, sub: idOf('member'), role: 'member' },
      ...{ name: 'Max Other', email: 'max@example.org' },
    },
  } as const satisfies Record<string, Person>;
}

/** The same UUID for the same text. */
const idFrom = (text: string) =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
