import { DECISIONS } from '@assay/policy-engine';
import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { PROPOSAL_EXAMPLE, proposalShape } from '#shared/platform/proposals.ts';
import { OverrideReason } from './override.ts';

export const NewPolicyProposal = z.strictObject({ reason: OverrideReason }).meta({
  id: 'NewPolicyProposal',
  examples: [{ reason: 'Tested against the assessments of March.' }],
});

export const PolicyProposal = z.object({ ...proposalShape, policyVersionId: z.uuid() }).meta({
  id: 'PolicyProposal',
  examples: [
    {
      ...PROPOSAL_EXAMPLE,
      policyVersionId: '019ced2c-4000-7000-8000-5d3c2b1a0f00',
      reason: 'Tested against the assessments of March.',
    },
  ],
});
export type PolicyProposal = z.infer<typeof PolicyProposal>;

export const PolicyProposals = z.object({ items: z.array(PolicyProposal) }).meta({ id: 'PolicyProposals' });

export const OverrideProposal = z
  .object({
    ...proposalShape,
    assessmentId: z.uuid(),
    subjectId: z.uuid(),
    decision: z.enum(DECISIONS),
    expiresAt: Timestamp,
  })
  .meta({
    id: 'OverrideProposal',
    examples: [
      {
        ...PROPOSAL_EXAMPLE,
        assessmentId: '019ced2c-5000-7000-8000-5d3c2b1a0f00',
        subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        decision: 'none',
        reason: 'Documents seen in person.',
        expiresAt: '2026-06-30T00:00:00.000Z',
      },
    ],
  });
export type OverrideProposal = z.infer<typeof OverrideProposal>;

export const OverrideProposals = z.object({ items: z.array(OverrideProposal) }).meta({ id: 'OverrideProposals' });

export const Publication = z
  .strictObject({
    proposalId: RecordId.nullish().describe('The open proposal that the publication accepts.'),
  })
  .default({})
  .meta({
    id: 'Publication',
    examples: [{ proposalId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00' }],
  });
