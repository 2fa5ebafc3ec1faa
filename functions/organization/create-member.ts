import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import type { Person } from '#shared/identity/contract.ts';
import {
  addSponsors,
  claimInvitation,
  createPoolUser,
  findPoolUser,
  freeAddress,
  noteInvitationSent,
  personFrom,
  personRead,
  putPerson,
  requireUserPool,
  sendInvitation,
} from '#shared/identity/index.ts';
import { memberEvent } from '#shared/organization/events.ts';
import { presentMember } from '#shared/organization/member.ts';
import { acceptChange } from '#shared/organization/organization-proposals.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { isAnyRuleOn, readCurrentSettings } from '#shared/organization/settings/index.ts';
import { assertMayManage, sponsorsOf } from '#shared/organization/use-cases/change-member.ts';
import { principalOf } from '#shared/platform/caller.ts';

/**
 * Invites a person. The account is created before the commit, without an email: no person can sign in to it before the
 * commit has recorded who invited the person. If the commit fails, the retry finds an account of this organization
 * that the directory does not know, and completes the invitation.
 */
export const handler = endpoint(
  organizationRoutes.createMember,
  async (context, { body: { email, name, role, proposalId, reason } }) => {
    const { store, caller, now } = context;
    const { organizationId } = caller;
    requireUserPool();
    assertMayManage(context, role);
    await claimInvitation(context, email);
    const invited = await findPoolUser(email);
    const [known] = invited ? await store.getMany([personRead(organizationId, invited.id)]) : [];
    const again = personFrom(known);
    if (again && isUnused(again) && again.role === role && invited?.organizationId === organizationId)
      return sentAgain({ ...again, invitedAt: now.toISOString() }, again, organizationId);

    const { fourEyes } = await readCurrentSettings(store, organizationId);
    const { accepted, writes, details } = await acceptChange(
      context,
      { kind: 'member_invitation', email, name, role },
      { proposalId, isRequired: isAnyRuleOn(fourEyes) && role !== 'member' },
    );
    const open = async () =>
      (await createPoolUser({ organizationId, email, name, role })) ?? (await findPoolUser(email));
    const found = await open();
    const isFreed = found && found.organizationId !== organizationId && (await freeAddress(store, found, now));
    const user = isFreed ? await open() : found;
    const isOther = user?.organizationId !== organizationId || user.role !== role;
    if (!user || isOther || again)
      throw conflict('email_in_use', 'This email address cannot be invited. Use another one.');

    const person: Person = { userId: user.id, email, name, role, invitedAt: now.toISOString() };
    const sponsored = { person: principalOf({ kind: 'user', id: user.id }), sponsors: sponsorsOf(caller, accepted) };
    return {
      writes: [
        putPerson(organizationId, undefined, person),
        await addSponsors(context, organizationId, sponsored),
        ...writes,
      ],
      events: [memberEvent('organization.member.invited', user.id, { role, ...details }, reason)],
      historyMode: 'both' as const,
      result: presentMember(person),
    };
  },
  {
    // Once per invitation, also if a retry gets the stored answer.
    reveal: async ({ store, caller: { organizationId }, now }, member) => {
      const [row] = await store.getMany([personRead(organizationId, member.id)]);
      const person = personFrom(row);
      if (person?.email && isUnused(person) && !person.invitationSentAt) {
        await sendInvitation(person.email);
        await noteInvitationSent(store, organizationId, person, now);
      }
      return member;
    },
  },
);

/** Whether the person has never signed in. */
const isUnused = ({ lastSeenAt, isDisabled }: Person) => !lastSeenAt && !isDisabled;

/** The temporary password is valid for three days, so an invitation can be sent again. It gives no further rights. */
const sentAgain = ({ invitationSentAt: _sent, ...person }: Person, known: Person, organizationId: string) => ({
  writes: [putPerson(organizationId, known, person)],
  events: [memberEvent('organization.member.invited', person.userId, { role: person.role, isAgain: true })],
  historyMode: 'both' as const,
  result: presentMember(person),
});
