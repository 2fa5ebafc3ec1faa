import { verificationSource } from '@assay/policy-engine';
import { needsApproval, type VerificationInput } from '#shared/risk/index.ts';
import type { WorkflowRecord } from './workflow.ts';

/** Outputs of a workflow revision that policies can be bound to, in the order of the steps. */
export const inputsOf = ({ id: workflowId, data }: WorkflowRecord): VerificationInput[] =>
  data.steps.flatMap((step) =>
    step.outputs.map(({ key, type, itemType }) => {
      const binding = { workflowId, revision: data.revision, stepKey: step.key, output: key };
      return {
        key,
        type,
        itemType: itemType ?? null,
        source: verificationSource(binding),
        binding,
        workflowKey: data.key,
        stepType: step.type,
        requiresApproval: needsApproval(step.type),
      };
    }),
  );
