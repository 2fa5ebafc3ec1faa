import { conflict, ifThenElse, required } from '@assay/foundation';
import * as z from 'zod';
import { UserRole } from '#shared/identity/contract.ts';
import { RecordId } from '#shared/platform/http/route.ts';
import { prose } from '#shared/platform/http/shapes.ts';
import { PROPOSAL_EXAMPLE, proposalShape } from '#shared/platform/proposals.ts';
import { EmailAddress, MemberName, MemberStatus } from './member.ts';

/** Proposals of changes that would give one person a second account with rights, or erase the record. */
const REASON_CHARACTERS = 2_000;

const ProposedChange = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('member_invitation'),
      email: EmailAddress,
      name: MemberName,
      role: UserRole,
    }),
    z
      .strictObject({
        kind: z.literal('member_change'),
        memberId: RecordId,
        role: UserRole.optional(),
        status: MemberStatus.optional(),
      })
      .refine(({ role, status }) => role !== undefined || status !== undefined, {
        message: 'must have `role` or `status`',
      })
      .meta(ifThenElse({ properties: { role: false } }, required('status'))),
    z.strictObject({ kind: z.literal('deletion') }),
    z.strictObject({ kind: z.literal('legal_hold_release') }),
    z.strictObject({ kind: z.literal('document_hold_release'), documentId: RecordId }),
  ])
  .meta({
    id: 'ProposedOrganizationChange',
    description:
      '`member_invitation` is accepted by `POST /members`, `member_change` by `PATCH /members/{id}`, `deletion` by ' +
      '`DELETE /organization`, `legal_hold_release` by `PUT /organization/legal-hold` and `document_hold_release` by ' +
      '`PUT /documents/{id}/legal-hold`, each with `proposalId` and the same values.',
  });
export type ProposedChange = z.infer<typeof ProposedChange>;

const EXAMPLE = {
  change: { kind: 'member_invitation' as const, email: 'ada@example.com', name: 'Ada Example', role: 'admin' as const },
  reason: 'Ada leads the second team from May on.',
};

export const NewOrganizationProposal = z
  .strictObject({ change: ProposedChange, reason: prose(REASON_CHARACTERS) })
  .meta({ id: 'NewOrganizationProposal', examples: [EXAMPLE] });

export const OrganizationProposal = z
  .object({ ...proposalShape, change: ProposedChange })
  .meta({ id: 'OrganizationProposal', examples: [{ ...PROPOSAL_EXAMPLE, ...EXAMPLE }] });
export type OrganizationProposal = z.infer<typeof OrganizationProposal>;

export const OrganizationProposals = z
  .object({ items: z.array(OrganizationProposal) })
  .meta({ id: 'OrganizationProposals' });

/** What a change is about: of proposals about the same thing, one is open. */
export function aboutOf(change: ProposedChange): string {
  switch (change.kind) {
    case 'member_invitation':
      return `${change.kind} ${change.email}`;
    case 'member_change':
      return `${change.kind} ${change.memberId}`;
    case 'document_hold_release':
      return `${change.kind} ${change.documentId}`;
    default:
      return change.kind;
  }
}

/** The change that accepts a proposal is the proposed one. Absent properties are not changed by either. */
export function assertSameChange({ change }: OrganizationProposal, made: ProposedChange): void {
  const valuesOf = (one: ProposedChange) =>
    JSON.stringify(
      Object.entries(one)
        .filter(([, value]) => value)
        .toSorted(),
    );
  if (valuesOf(change) === valuesOf(made)) return;
  const { kind: _kind, ...values } = change;
  throw conflict(
    'proposal_differs',
    `The proposal is ${JSON.stringify(values)}. Send the same values, or create a proposal of your own.`,
  );
}
