import { type Finding, onlyAlongWith } from '@assay/foundation';
import * as z from 'zod';
import { distinct } from '#shared/platform/http/list-rules.ts';
import { messageOf } from '#shared/platform/http/shape-messages.ts';
import { documentStepBefore, readsName } from './identity-document.ts';
import { SCREENINGS_PER_WORKFLOW } from './limits.ts';
import type { Step } from './workflow.ts';

/**
 * The check step that screens the person on the identity document. The service runs it; errors in
 * its configuration are reported when the workflow is saved.
 */
export const SCREENING_KIND = 'pep_sanctions';
const PEP_LIST = 'service_pep';
const LISTS = z.enum([
  ...(['eu_fsf', 'ofac_sdn', 'ofac_consolidated', 'uk_sanctions', 'idb_sanctions'] as const),
  PEP_LIST,
]);
const Score = z.int().min(1).max(100);
const LOOKBACK_MONTHS = { least: 12, most: 9_999 };

export const SCREENING_EXAMPLE = {
  kind: SCREENING_KIND,
  provider: 'service_screening',
  providerConfig: { sources: ['eu_fsf', 'ofac_sdn'], reviewScore: 70, matchScore: 90 },
};

const ProviderConfig = onlyAlongWith(
  z
    .strictObject({
      sources: distinct(z.array(LISTS).min(1)).describe(
        'Keys of the lists to search, in any order. An unknown list is refused.',
      ),
      reviewScore: Score.default(70).describe('Below `matchScore`.'),
      matchScore: Score.default(90),
      pepLookbackMonths: z
        .int()
        .min(LOOKBACK_MONTHS.least)
        .max(LOOKBACK_MONTHS.most)
        .optional()
        .describe(`Only together with \`${PEP_LIST}\`.`),
    })
    .refine(({ reviewScore, matchScore }) => reviewScore < matchScore, {
      path: ['reviewScore'],
      message: 'must be below matchScore',
    }),
  {
    member: 'pepLookbackMonths',
    along: ['sources', PEP_LIST],
    message: `is accepted only together with ${PEP_LIST}`,
  },
);

export const ScreeningConfig = z
  .strictObject({
    kind: z.literal(SCREENING_KIND),
    provider: z.literal('service_screening'),
    providerConfig: ProviderConfig,
  })
  .meta({ id: 'ScreeningStepConfig', examples: [SCREENING_EXAMPLE] });

/** Whether the service runs the step, so that clients cannot report its result. */
export const isRunByService = ({ type, config }: Pick<Step, 'type' | 'config'>) =>
  type === 'check' && config.kind === SCREENING_KIND;

const NO_DOCUMENT =
  'must be after an `extract` step with a name, such as `full_name`, among its outputs';
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
    message: 'Unknown property.',
  }));
}
