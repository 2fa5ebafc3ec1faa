import { onlyAlongWith } from '@assay/foundation';
import * as z from 'zod';
import { distinct } from '#shared/platform/http/list-rules.ts';
import { ALONG_WITH_PEP_LIST, ListKey, PEP_LIST } from '#shared/screening/contract.ts';

/**
 * The check step that screens the person on the identity document. The service runs it; errors in
 * its configuration are reported when the workflow is saved.
 */
export const SCREENING_KIND = 'pep_sanctions';
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
      sources: distinct(z.array(ListKey).min(1)).describe(
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
  ALONG_WITH_PEP_LIST,
);

export const ScreeningConfig = z
  .strictObject({
    kind: z.literal(SCREENING_KIND),
    provider: z.literal('service_screening'),
    providerConfig: ProviderConfig,
  })
  .meta({ id: 'ScreeningStepConfig', examples: [SCREENING_EXAMPLE] });
