import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { prose, recordOf, Timestamp, text } from '#shared/platform/http/shapes.ts';

const CONFIRMATION_CHARACTERS = 100;
const REASON_CHARACTERS = 2_000;

const reason = prose(REASON_CHARACTERS).nullish().describe('Stored in the history only.');

export const DeletionRequest = z
  .strictObject({
    confirm: text(CONFIRMATION_CHARACTERS).describe(
      'The id of the organization, as `GET /organization` shows it. Organizations have no name in this API. Case is ignored.',
    ),
    reason,
    proposalId: RecordId.nullish().describe(
      'The open proposal of another person that the request accepts. Required while a rule of `fourEyes` is on.',
    ),
  })
  .meta({
    id: 'DeletionRequest',
    examples: [{ confirm: '019ced2b-0000-7000-8000-5d3c2b1a0f00', reason: 'Contract ended.' }],
  });

export const DeletionRevocation = z
  .strictObject({ reason })
  .optional()
  .meta({ id: 'DeletionRevocation', examples: [{ reason: 'Requested by mistake.' }] });

export const LegalHoldChange = z
  .strictObject({
    held: z.boolean().describe('Whether the organization is under a legal hold.'),
    reason: prose(REASON_CHARACTERS).describe('Stored in the history.'),
    proposalId: RecordId.nullish().describe(
      'The open proposal of another person to release the hold. Required for a release while the deletion requires two people.',
    ),
  })
  .meta({ id: 'LegalHoldChange', examples: [{ held: true, reason: 'Request of the regulator of 14 March.' }] });

const EXAMPLE = {
  requestedAt: '2026-03-14T09:26:53.589Z',
  requestedBy: 'user:019ced2b-aa00-7000-8000-5d3c2b1a0f01',
  erasesAt: '2026-03-15T09:26:53.589Z',
};

export const DeletionStatus = z
  .object({
    requestedAt: Timestamp,
    requestedBy: z.string().describe('`user:<id>`.'),
    erasesAt: Timestamp.describe(
      'The erasure begins within about five minutes after this time. Until then the deletion can be revoked.',
    ),
  })
  .meta({ id: 'OrganizationDeletion', examples: [EXAMPLE] });
export type DeletionStatus = z.infer<typeof DeletionStatus>;

const LegalHoldStatus = z
  .object({ placedAt: Timestamp, placedBy: z.string().describe('`user:<id>`.') })
  .meta({ id: 'LegalHold' });
type LegalHoldStatus = z.infer<typeof LegalHoldStatus>;

export const OrganizationRecord = recordOf(
  'organizations',
  z.object({
    deletion: DeletionStatus.nullable().describe('The requested deletion; null if there is none.'),
    legalHold: LegalHoldStatus.nullable().describe('The legal hold; null if there is none.'),
  }),
).meta({
  id: 'Organization',
  examples: [
    {
      id: '019ced2b-0000-7000-8000-5d3c2b1a0f00',
      resource: 'organizations',
      data: { deletion: EXAMPLE, legalHold: null },
    },
  ],
});
export type OrganizationRecord = z.infer<typeof OrganizationRecord>;

export const presentDeletion = ({ requestedAt, requestedBy, erasesAt }: DeletionStatus): DeletionStatus => ({
  requestedAt,
  requestedBy,
  erasesAt,
});

export const presentOrganization = (
  organizationId: string,
  { deletion, hold }: { deletion: DeletionStatus | undefined; hold: LegalHoldStatus | undefined },
): OrganizationRecord => ({
  id: organizationId,
  resource: 'organizations',
  data: {
    deletion: deletion ? presentDeletion(deletion) : null,
    legalHold: hold ? { placedAt: hold.placedAt, placedBy: hold.placedBy } : null,
  },
});
