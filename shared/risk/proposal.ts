import { DECISIONS } from '@assay/policy-engine';
import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { PROPOSAL_EXAMPLE, proposalShape } from '#shared/platform/proposals.ts';
import { OverrideReason } from './override.ts';
import { ScenarioCounts } from './scenario.ts';
import { WorkDecision } from './work.ts';

const PolicyChange = z.enum(['publish', 'retire']);

export const NewPolicyProposal = z.strictObject({ reason: OverrideReason, change: PolicyChange.optional() }).meta({
  description: 'Without `change`, the proposal is to publish the version.',
  id: 'NewPolicyProposal',
  examples: [{ reason: 'Tested against the assessments of March.' }],
});

export const PolicyProposal = z
  .object({
    ...proposalShape,
    policyVersionId: z.uuid(),
    policyKey: z.string().optional(),
    version: z.int().optional().describe('The number of the version.'),
    change: PolicyChange.optional().describe('Absent if the proposal is to publish the version.'),
    scenarios: ScenarioCounts.optional().describe('Of the stored scenarios of the version, none of which failed.'),
  })
  .meta({
    id: 'PolicyProposal',
    examples: [
      {
        ...PROPOSAL_EXAMPLE,
        policyVersionId: '019ced2c-4000-7000-8000-5d3c2b1a0f00',
        policyKey: 'onboarding',
        version: 3,
        reason: 'Tested against the assessments of March.',
      },
    ],
  });
export type PolicyProposal = z.infer<typeof PolicyProposal>;

export const isRetirement = ({ change }: PolicyProposal) => change === 'retire';

export const PolicyProposals = z.object({ items: z.array(PolicyProposal) }).meta({ id: 'PolicyProposals' });

/** What a second person reads of the thing that is decided. Absent in older proposals. */
const aboutSubject = {
  externalId: z.string().optional().describe('Of the subject.'),
  policyKey: z.string().optional(),
};

export const OverrideProposal = z
  .object({
    ...proposalShape,
    assessmentId: z.uuid(),
    subjectId: z.uuid(),
    ...aboutSubject,
    from: WorkDecision.optional().describe('The decision of the assessment.'),
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
        externalId: 'customer-4711',
        policyKey: 'onboarding',
        from: 'review',
        decision: 'none',
        reason: 'Documents seen in person.',
        expiresAt: '2026-06-30T00:00:00.000Z',
      },
    ],
  });
export type OverrideProposal = z.infer<typeof OverrideProposal>;

export const OverrideProposals = z.object({ items: z.array(OverrideProposal) }).meta({ id: 'OverrideProposals' });

export const NewRevocationProposal = z.strictObject({ reason: OverrideReason }).meta({
  id: 'NewRevocationProposal',
  examples: [{ reason: 'The documents have arrived.' }],
});

export const RevocationProposal = z
  .object({
    ...proposalShape,
    overrideId: z.uuid(),
    subjectId: z.uuid().optional(),
    ...aboutSubject,
    from: z.enum(DECISIONS).optional().describe('The decision of the override.'),
    to: WorkDecision.optional().describe('The decision of the assessment, which applies again.'),
  })
  .meta({
    id: 'RevocationProposal',
    examples: [
      {
        ...PROPOSAL_EXAMPLE,
        overrideId: '019ced2c-6000-7000-8000-5d3c2b1a0f00',
        subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        externalId: 'customer-4711',
        policyKey: 'onboarding',
        from: 'reject',
        to: 'review',
        reason: 'The documents have arrived.',
      },
    ],
  });
export type RevocationProposal = z.infer<typeof RevocationProposal>;

export const RevocationProposals = z.object({ items: z.array(RevocationProposal) }).meta({ id: 'RevocationProposals' });

export const Retirement = z
  .strictObject({
    reason: OverrideReason,
    proposalId: RecordId.nullish().describe('The open proposal of another person that the retirement accepts.'),
  })
  .meta({ id: 'Retirement', examples: [{ reason: 'Replaced by version 4, which reads the new list.' }] });

export const Publication = z
  .strictObject({
    proposalId: RecordId.nullish().describe('The open proposal that the publication accepts.'),
    reason: OverrideReason.nullish().describe('For the history.'),
  })
  .default({})
  .meta({
    id: 'Publication',
    examples: [{ proposalId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00' }],
  });
