import {
  isVerificationSource,
  type PolicyDefinition,
  type PolicyInput,
  verificationSource,
} from '@assay/policy-engine';
import type { Context } from '#shared/platform/context.ts';
import { findRevisions } from '../repository/workflows.ts';
import type { WorkflowRecord } from '../workflow.ts';

export interface BindingIssue {
  path: string;
  code: string;
  message: string;
}

/**
 * Checks the bindings of a policy to workflows: each output must exist in exactly that revision.
 */
export async function bindingIssues(context: Context, { inputs }: PolicyDefinition): Promise<BindingIssue[]> {
  const bindings = inputs.flatMap(({ verification }) => verification ?? []);
  const wanted = new Map(bindings.map((binding) => [revisionName(binding), binding]));
  const found = wanted.size > 0 ? await findRevisions(context, [...wanted.values()]) : [];
  const revisions = new Map([...wanted.keys()].map((name, index) => [name, found[index]]));
  return inputs.flatMap((input, index) => [
    ...unboundSourceIssues(input, `inputs.${index}`),
    ...outputIssues(input, `inputs.${index}`, revisions),
  ]);
}

const revisionName = ({ workflowId, revision }: { workflowId: string; revision: number }) =>
  `${workflowId} ${revision}`;

/** A step has its own fact names, so a policy can only read it through a binding. */
const unboundSourceIssues = ({ acceptedSources, verification }: PolicyInput, path: string): BindingIssue[] =>
  acceptedSources.flatMap((source, index) => {
    const isBound = verification !== null && source === verificationSource(verification);
    if (!isVerificationSource(source) || isBound) return [];
    const message = 'The input is not bound to this step.';
    return [{ path: `${path}.acceptedSources.${index}`, code: 'unbound_verification', message }];
  });

function outputIssues(
  { verification, type, itemType }: PolicyInput,
  path: string,
  revisions: ReadonlyMap<string, WorkflowRecord | undefined>,
): BindingIssue[] {
  if (!verification) return [];
  const steps = revisions.get(revisionName(verification))?.data.steps ?? [];
  const output = steps
    .find(({ key }) => key === verification.stepKey)
    ?.outputs.find(({ key }) => key === verification.output);
  if (!output)
    return [
      {
        path: `${path}.verification`,
        code: 'unknown_verification_binding',
        message: 'There is no such output of this workflow revision.',
      },
    ];
  if (output.type === type && (output.itemType ?? null) === itemType) return [];
  const message = `The output is a ${output.type}${output.itemType ? ` of ${output.itemType}s` : ''}.`;
  return [{ path: `${path}.type`, code: 'verification_type_mismatch', message }];
}
