import { endpoint } from '#shared/endpoint.ts';
import { type Person, UserRole } from '#shared/identity/contract.ts';
import { personFrom, personRead, putPerson, requireUserPool } from '#shared/identity/index.ts';
import { memberEvent } from '#shared/organization/events.ts';
import { presentMember } from '#shared/organization/member.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { applyToPool, assertMayManage, readPoolUser } from '#shared/organization/use-cases/change-member.ts';

/** Changes the role of a member, or disables or enables the account. A retry completes a failed change. */
export const handler = endpoint(organizationRoutes.updateMember, async (context, { params: { id }, body }) => {
  const { store, caller, now } = context;
  const { organizationId } = caller;
  requireUserPool();
  const user = await readPoolUser(context, id);
  assertMayManage(context, user.role, body.role);
  const [row] = await store.getMany([personRead(organizationId, id)]);
  const known = personFrom(row);
  await applyToPool(context, user, body);

  const role = UserRole.catch('member').parse(body.role ?? user.role);
  const isDisabled = body.status ? body.status === 'disabled' : !user.isEnabled;
  const person: Person = {
    ...(known ?? { userId: id, email: user.email, name: user.name, role }),
    assignedRole: role,
    isDisabled,
    changedAt: now.toISOString(),
  };
  return {
    writes: [putPerson(organizationId, known, person)],
    events: [
      memberEvent('organization.member.changed', id, {
        from: { role: user.role ?? null, status: user.isEnabled ? 'active' : 'disabled' },
        to: { role, status: isDisabled ? 'disabled' : 'active' },
      }),
    ],
    historyMode: 'both' as const,
    result: presentMember(person),
  };
});
