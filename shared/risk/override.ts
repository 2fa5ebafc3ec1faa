import { DECISIONS } from '@assay/policy-engine';
import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { Instant, prose, recordOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { REASON_CHARACTERS } from './limits.ts';

/** A person's decision that temporarily replaces the calculated one. */
export const OverrideReason = prose(REASON_CHARACTERS);

const EXAMPLE = {
  decision: 'none' as const,
  reason: 'Documents seen in person.',
  expiresAt: '2026-06-30T00:00:00Z',
};

export const NewOverrideProposal = z
  .strictObject({
    decision: z.enum(DECISIONS),
    reason: OverrideReason,
    expiresAt: Instant.describe('Must be in the future and within one year.'),
  })
  .meta({ id: 'NewOverrideProposal', examples: [EXAMPLE] });

export const NewOverride = z
  .strictObject({
    ...NewOverrideProposal.shape,
    proposalId: RecordId.nullish().describe(
      'The open proposal that the override accepts. `decision` and `expiresAt` must be the proposed ones.',
    ),
  })
  .meta({ id: 'NewOverride', examples: [EXAMPLE] });

export const Revocation = z
  .strictObject({
    reason: OverrideReason,
    proposalId: RecordId.nullish().describe('The open proposal of another person that the revocation accepts.'),
  })
  .meta({ id: 'OverrideRevocation', examples: [{ reason: 'The documents were false.' }] });

const Override = z.object({
  assessmentId: z.uuid(),
  subjectId: z.uuid(),
  policyKey: z.string(),
  decision: z.enum(DECISIONS),
  reason: z.string(),
  expiresAt: Timestamp,
  createdBy: z.string(),
  createdAt: Timestamp,
  proposalId: z.uuid().nullable().default(null).describe('The proposal that it accepted.'),
  proposedBy: z.string().nullable().default(null),
  revokedAt: Timestamp.nullable(),
  revokedBy: z.string().nullable(),
  revocationReason: z.string().nullable(),
  carriedFrom: z
    .uuid()
    .optional()
    .describe('The override that it continues on a newer assessment with the same result. Created by monitoring.'),
  firstOverrideId: z.uuid().optional().describe('With `carriedFrom`: the override that people created.'),
  carriedTo: z.uuid().optional().describe('The override that continues this one on a newer assessment.'),
});

export const OverrideRecord = recordOf('overrides', Override).meta({ id: 'Override' });
export type OverrideRecord = z.infer<typeof OverrideRecord>;

/** The override that people created, which an override that was carried continues. */
export const firstIdOf = ({ id, data }: OverrideRecord) => data.firstOverrideId ?? id;

/** Why an override stopped applying without a revocation. */
export type OverrideEnd = 'newer_assessment' | 'newer_override' | 'expired';

export const CreatedOverride = OverrideRecord.extend({
  notices: z
    .array(z.enum(['ends_with_next_assessment']))
    .optional()
    .describe(
      '`ends_with_next_assessment`: the policy monitors the subject and does not carry overrides, so the next evidence ' +
        'or the next deadline ends this one before `expiresAt`.',
    ),
}).meta({ id: 'CreatedOverride' });
