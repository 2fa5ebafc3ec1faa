import { endpoint } from '#shared/endpoint.ts';
import { type Person, UserRole } from '#shared/identity/contract.ts';
import { addSponsors, personFrom, personRead, putPerson, requireUserPool } from '#shared/identity/index.ts';
import { memberEvent } from '#shared/organization/events.ts';
import { presentMember } from '#shared/organization/member.ts';
import { acceptChange } from '#shared/organization/organization-proposals.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { isAnyRuleOn, readCurrentSettings } from '#shared/organization/settings/index.ts';
import {
  assertMayManage,
  followDirectory,
  givesAccess,
  isRaised,
  lowerInPool,
  readPoolUser,
  sponsorsOf,
  standingOf,
} from '#shared/organization/use-cases/change-member.ts';
import { principalOf } from '#shared/platform/caller.ts';

/**
 * Changes the role of a member, or disables or enables the account. The pool gets fewer rights before the commit and
 * more only after it, so no account has rights that were not recorded.
 */
export const handler = endpoint(
  organizationRoutes.updateMember,
  async (context, { params: { id }, body: { proposalId, reason, ...change } }) => {
    const { store, caller, now } = context;
    const { organizationId } = caller;
    requireUserPool();
    const user = await readPoolUser(context, id);
    const [row] = await store.getMany([personRead(organizationId, id)]);
    const known = personFrom(row);
    const before = standingOf(known, user);
    assertMayManage(context, user.role, before.role, change.role);
    const after = {
      role: UserRole.catch('member').parse(change.role ?? before.role),
      isEnabled: change.status ? change.status === 'active' : before.isEnabled,
    };
    const { fourEyes } = await readCurrentSettings(store, organizationId);
    const { accepted, writes, details } = await acceptChange(
      context,
      { kind: 'member_change', memberId: id, ...change },
      { proposalId, isRequired: isAnyRuleOn(fourEyes) && givesAccess(before, after) },
    );
    await lowerInPool(context, user, after);

    const person: Person = {
      ...(known ?? { userId: id, email: user.email, name: user.name, role: after.role }),
      assignedRole: after.role,
      isDisabled: !after.isEnabled,
      changedAt: now.toISOString(),
    };
    const sponsored = { person: principalOf({ kind: 'user', id }), sponsors: sponsorsOf(caller, accepted) };
    return {
      writes: [
        putPerson(organizationId, known, person),
        ...(isRaised(before, after) ? [await addSponsors(context, organizationId, sponsored)] : []),
        ...writes,
      ],
      events: [
        memberEvent(
          'organization.member.changed',
          id,
          {
            from: { role: before.role ?? null, status: before.isEnabled ? 'active' : 'disabled' },
            to: { role: after.role, status: after.isEnabled ? 'active' : 'disabled' },
            ...details,
          },
          reason,
        ),
      ],
      historyMode: 'both' as const,
      result: presentMember(person),
    };
  },
  {
    reveal: async (context, member) => {
      await followDirectory(context, member.id);
      return member;
    },
  },
);
