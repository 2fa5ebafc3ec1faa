import type { Finding } from '@assay/foundation';
import type * as z from 'zod';
import { messageOf } from '#shared/platform/http/shape-messages.ts';
import { documentStepBefore, readsName } from './identity-document.ts';
import { SCREENINGS_PER_WORKFLOW } from './limits.ts';
import { SCREENING_KIND, ScreeningConfig } from './screening-config.ts';
import type { Step } from './workflow.ts';

/** Whether the service runs the step, so that clients cannot report its result. */
export const isRunByService = ({ type, config }: Pick<Step, 'type' | 'config'>) =>
  type === 'check' && config.kind === SCREENING_KIND;

const NO_DOCUMENT = 'must be after an `extract` step with a name, such as `full_name`, among its outputs';
const NO_OUTPUTS = 'must be empty: results are recorded as screening facts';

/** All errors of the screening steps of a workflow, with their paths. */
export function screeningStepFaults(steps: readonly Step[]): Finding[] {
  const findings = steps.flatMap((step, index) => {
    if (!isRunByService(step)) return [];
    const { error } = ScreeningConfig.safeParse(step.config, { error: messageOf });
    const document = documentStepBefore(steps, step.key);
    const isAfterDocument = document !== undefined && readsName(document);
    const path = `steps.${index}`;
    return [
      ...(error?.issues ?? []).flatMap((issue) => findingsOf(issue, `${path}.config`)),
      ...(isAfterDocument ? [] : [{ path, message: NO_DOCUMENT }]),
      ...(step.outputs.length === 0 ? [] : [{ path: `${path}.outputs`, message: NO_OUTPUTS }]),
    ];
  });
  if (steps.filter(isRunByService).length <= SCREENINGS_PER_WORKFLOW) return findings;
  const message = `must have at most ${SCREENINGS_PER_WORKFLOW} screening steps`;
  return [...findings, { path: 'steps', message }];
}

/** The lists and scores of each screening step, or its profile, with the path of its configuration. */
export const screeningPoliciesIn = (steps: readonly Step[]) =>
  steps.flatMap((step, index) => {
    const config = isRunByService(step) ? ScreeningConfig.safeParse(step.config).data : undefined;
    return config ? [{ within: `steps.${index}.config.providerConfig.`, requested: config.providerConfig }] : [];
  });

/** The next screening step: not reported yet, and its document has been read. */
export const awaitedScreening = (
  steps: readonly Step[],
  isReported: (stepKey: string) => boolean,
): string | undefined =>
  steps.find((step) => {
    const document = documentStepBefore(steps, step.key);
    return isRunByService(step) && !isReported(step.key) && document && isReported(document.key);
  })?.key;

function findingsOf(issue: z.core.$ZodIssue, within: string): Finding[] {
  const path = [within, ...issue.path].join('.');
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
  return issue.keys.map((key) => ({
    path: `${path}.${key}`,
    message: issue.message,
  }));
}
