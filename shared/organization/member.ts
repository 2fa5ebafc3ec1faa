import { ifThenElse, required } from '@assay/foundation';
import * as z from 'zod';
import { type Person, roleOf, UserRole } from '#shared/identity/contract.ts';
import { RecordId } from '#shared/platform/http/route.ts';
import { notBlank, prose, recordOf, Timestamp, text } from '#shared/platform/http/shapes.ts';
import { reasonWithProposal, requiresReasonWithProposal } from '#shared/platform/proposals.ts';

/** A user of the organization, for administrators. */
const NAME_CHARACTERS = 200;
const EMAIL_CHARACTERS = 254;
const REASON_CHARACTERS = 2_000;

export const EmailAddress = z.email().max(EMAIL_CHARACTERS).toLowerCase();
export const MemberName = notBlank(text(NAME_CHARACTERS));
export const MemberStatus = z.enum(['active', 'disabled']);

const proposalId = RecordId.nullish().describe(
  'The open proposal of another person that the change accepts. It has to propose the same values.',
);
const reason = prose(REASON_CHARACTERS).nullish().describe('Stored in the history only. Required with `proposalId`.');

export const NewMember = z
  .strictObject({
    email: EmailAddress,
    name: MemberName,
    role: UserRole.describe('Only owners can invite owners.'),
    proposalId,
    reason,
  })
  .refine(...reasonWithProposal)
  .meta({
    id: 'NewMember',
    ...requiresReasonWithProposal,
    examples: [{ email: 'ada@example.com', name: 'Ada Example', role: 'member' }],
  });

export const MemberChange = z
  .strictObject({
    role: UserRole.optional().describe('Counts from the next token on, within 15 minutes.'),
    status: MemberStatus.optional().describe('A disabled member cannot sign in or renew a token.'),
    proposalId,
    reason,
  })
  .refine(({ role, status }) => role !== undefined || status !== undefined, {
    message: 'must have `role` or `status`',
  })
  .refine(...reasonWithProposal)
  .meta({
    id: 'MemberChange',
    allOf: [ifThenElse({ properties: { role: false } }, required('status')), requiresReasonWithProposal],
    examples: [{ role: 'admin' }],
  });

export const MemberRecord = recordOf(
  'members',
  z.object({
    email: z.string().nullable(),
    name: z.string().nullable(),
    role: UserRole,
    status: z
      .enum(['invited', 'active', 'disabled'])
      .describe('`invited` until the member has signed in and called `GET /me`.'),
    lastSeenAt: Timestamp.nullable().describe('Precise to the day; null before the first time.'),
    invitedAt: Timestamp.nullable().describe('Null for members who were not invited by the API.'),
  }),
).meta({
  id: 'Member',
  examples: [
    {
      id: '019ced2b-aa00-7000-8000-5d3c2b1a0f01',
      resource: 'members',
      data: {
        email: 'ada@example.com',
        name: 'Ada Example',
        role: 'admin',
        status: 'active',
        lastSeenAt: '2026-03-14T09:26:53.589Z',
        invitedAt: '2026-03-01T08:00:00.000Z',
      },
    },
  ],
});
export type MemberRecord = z.infer<typeof MemberRecord>;

export const MemberList = z.object({
  items: z.array(MemberRecord),
  more: z.boolean().describe('Whether the organization has more than 1,000 members.'),
});

export const presentMember = (person: Person): MemberRecord => {
  const { userId, email, name, lastSeenAt, invitedAt, isDisabled } = person;
  const seen = lastSeenAt ? ('active' as const) : ('invited' as const);
  return {
    id: userId,
    resource: 'members',
    data: {
      email,
      name,
      role: roleOf(person),
      status: isDisabled ? 'disabled' : seen,
      lastSeenAt: lastSeenAt ?? null,
      invitedAt: invitedAt ?? null,
    },
  };
};
