import { FactType, ScalarType } from '@assay/policy-engine';
import * as z from 'zod';
import { pageOf } from '#shared/platform/http/shapes.ts';
import { StepType } from './verification-evidence.ts';

/**
 * Output of a workflow step as a policy input: copy `binding` to `verification`, and accept
 * `source`.
 */
export const VerificationInput = z
  .object({
    key: z.string(),
    type: FactType,
    itemType: ScalarType.nullable(),
    source: z.string().describe('Value for `acceptedSources` of the policy input.'),
    binding: z
      .object({
        workflowId: z.uuid(),
        revision: z.int(),
        stepKey: z.string(),
        output: z.string(),
      })
      .describe('Value for `verification` of the policy input.'),
    workflowKey: z.string(),
    stepType: StepType,
    requiresApproval: z.boolean().describe('Whether the output becomes evidence only when the attempt is approved.'),
  })
  .meta({
    id: 'VerificationInput',
    examples: [
      {
        key: 'birth_date',
        type: 'string',
        itemType: null,
        source: 'verification:019ced2c-7000-7000-8000-5d3c2b1a0f00:r1:document',
        binding: {
          workflowId: '019ced2c-7000-7000-8000-5d3c2b1a0f00',
          revision: 1,
          stepKey: 'document',
          output: 'birth_date',
        },
        workflowKey: 'onboarding',
        stepType: 'extract',
        requiresApproval: true,
      },
    ],
  });
export type VerificationInput = z.infer<typeof VerificationInput>;

export const VerificationInputPage = pageOf(VerificationInput).meta({
  id: 'VerificationInputPage',
});
