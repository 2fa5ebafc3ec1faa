import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import type { Person } from '#shared/identity/contract.ts';
import {
  createPoolUser,
  findPoolUser,
  personFrom,
  personRead,
  putPerson,
  requireUserPool,
} from '#shared/identity/index.ts';
import { memberEvent } from '#shared/organization/events.ts';
import { presentMember } from '#shared/organization/member.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { assertMayManage } from '#shared/organization/use-cases/change-member.ts';

/**
 * Invites a person. The account is created before the commit: if the commit fails, the retry finds an
 * account of this organization that the directory does not know, and completes the invitation.
 */
export const handler = endpoint(organizationRoutes.createMember, async (context, { body: { email, name, role } }) => {
  const { store, caller, now } = context;
  const { organizationId } = caller;
  requireUserPool();
  assertMayManage(context, role);

  const invitation = { organizationId, email, name, role };
  const user = (await createPoolUser(invitation)) ?? (await findPoolUser(email));
  const [row] = user ? await store.getMany([personRead(organizationId, user.id)]) : [];
  const isOther = user?.organizationId !== organizationId || user.role !== role;
  if (!user || isOther || personFrom(row)) throw conflict('email_in_use', 'The email address already has an account.');

  const person: Person = { userId: user.id, email, name, role, invitedAt: now.toISOString() };
  return {
    writes: [putPerson(organizationId, undefined, person)],
    events: [memberEvent('organization.member.invited', user.id, { role })],
    historyMode: 'both' as const,
    result: presentMember(person),
  };
});
