import { resultOf, type WorkflowRun } from './run.ts';
import type { Step } from './workflow.ts';

export interface ApprovalFault {
  code: 'nothing_to_approve' | 'failed_steps_not_accepted' | 'step_not_failed';
  message: string;
  /** The steps that the fault is about. */
  steps: string[];
}

/**
 * Why an attempt with these results cannot be approved. A person who approves an attempt with failed
 * steps names each of them, so that none is overlooked, and nothing else, so that no list covers all.
 */
export function approvalFault(
  steps: readonly Pick<Step, 'key' | 'type'>[],
  run: Pick<WorkflowRun, 'steps'>,
  accepted: readonly string[],
): ApprovalFault | undefined {
  const failed = steps.filter(({ key }) => resultOf(run, key)?.status === 'failed');
  const extracting = steps.filter(({ type }) => type === 'extract');
  if (extracting.length > 0 && extracting.every((step) => failed.includes(step)))
    return {
      code: 'nothing_to_approve',
      message: 'Every extract step of the attempt failed. Reject the attempt or start a new one.',
      steps: extracting.map(({ key }) => key),
    };
  const keys = failed.map(({ key }) => key);
  const left = keys.filter((key) => !accepted.includes(key));
  if (left.length > 0)
    return {
      code: 'failed_steps_not_accepted',
      message: `The attempt has failed steps: ${named(left)}. To approve it all the same, name them in \`acceptFailedSteps\`.`,
      steps: left,
    };
  const others = accepted.filter((key) => !keys.includes(key));
  if (others.length > 0)
    return {
      code: 'step_not_failed',
      message: `\`acceptFailedSteps\` names steps that did not fail: ${named(others)}.`,
      steps: others,
    };
  return undefined;
}

const named = (keys: readonly string[]) => keys.map((key) => `\`${key}\``).join(', ');
