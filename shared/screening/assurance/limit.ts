import { AssuranceResult } from '@assay/watchlist/assurance';
import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { prose, Timestamp } from '#shared/platform/http/shapes.ts';
import { PROPOSAL_EXAMPLE, proposalShape } from '#shared/platform/proposals.ts';
import { LIMIT_DAYS, REASON_CHARACTERS } from '../limits.ts';

/** A class that finds less than expected, and that two people have accepted for a time. It stays in the result. */

const { class: Class, known: Known } = AssuranceResult.shape.classes.element.shape;

const ofClass = { class: Class, known: Known };
const expiresInDays = z
  .int()
  .min(1)
  .max(LIMIT_DAYS)
  .describe('How many days from the acceptance the limit is accepted.');

const EXAMPLE = { class: 'particles' as const, known: 'bare' as const, expiresInDays: 180 };

export const NewLimitProposal = z
  .strictObject({
    ...ofClass,
    expiresInDays,
    reason: prose(REASON_CHARACTERS).describe('Why the class may find less, and what is done about it.'),
  })
  .meta({
    id: 'NewAssuranceLimitProposal',
    examples: [{ ...EXAMPLE, reason: 'Customers with particles in their names have a date of birth.' }],
  });
export type NewLimitProposal = z.infer<typeof NewLimitProposal>;

export const NewLimit = z
  .strictObject({
    ...ofClass,
    expiresInDays,
    proposalId: RecordId.describe('The open proposal of another person. It has to propose the same.'),
    reason: prose(REASON_CHARACTERS).describe('Why you accept it. The report has both reasons.'),
  })
  .meta({
    id: 'NewAssuranceLimit',
    examples: [{ ...EXAMPLE, proposalId: PROPOSAL_EXAMPLE.id, reason: 'Compared with the customers of March.' }],
  });
export type NewLimit = z.infer<typeof NewLimit>;

export const LimitProposal = z
  .object({ ...proposalShape, ...ofClass, expiresInDays: z.int(), recall: z.number() })
  .meta({
    id: 'AssuranceLimitProposal',
    examples: [{ ...PROPOSAL_EXAMPLE, ...EXAMPLE, reason: 'They have a date of birth.', recall: 0.71 }],
  });
export type LimitProposal = z.infer<typeof LimitProposal>;

export const AssuranceLimit = z
  .object({
    ...ofClass,
    recall: z
      .number()
      .describe('What the class found when the limit was accepted. It lapses in a test that finds less.'),
    reason: z.string(),
    proposedBy: z.string(),
    acceptedBy: z.string(),
    acceptedAt: Timestamp,
    acceptanceReason: z.string(),
    acceptedIn: z.uuid().describe('The test that it was accepted in; later ones carry it.'),
    expiresAt: Timestamp,
  })
  .meta({
    id: 'AssuranceLimit',
    examples: [
      {
        class: 'particles',
        known: 'bare',
        recall: 0.71,
        reason: 'They have a date of birth.',
        proposedBy: PROPOSAL_EXAMPLE.proposedBy,
        acceptedBy: 'user:019ced2b-aa00-7000-8000-5d3c2b1a0f01',
        acceptedAt: '2026-03-15T10:00:00.000Z',
        acceptanceReason: 'Compared with the customers of March.',
        acceptedIn: '019ced2c-6000-7000-8000-5d3c2b1a0f00',
        expiresAt: '2026-09-11T10:00:00.000Z',
      },
    ],
  });
export type AssuranceLimit = z.infer<typeof AssuranceLimit>;

export const LapsedLimit = z.object({
  ...ofClass,
  reason: z.enum(['expired', 'recall_fell']),
  acceptedIn: z.uuid(),
});
export type LapsedLimit = z.infer<typeof LapsedLimit>;

/** What a test has of its limits. */
export interface LimitsOfTest {
  limits: AssuranceLimit[];
  limitProposals: LimitProposal[];
}
