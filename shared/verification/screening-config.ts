import { ifThenElse, onlyAlongWith } from '@assay/foundation';
import { DefinitionKey } from '@assay/policy-engine';
import * as z from 'zod';
import { distinct } from '#shared/platform/http/list-rules.ts';
import { ALONG_WITH_PEP_LIST, ListKey, OwnListKey, PEP_LIST } from '#shared/screening/contract.ts';

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

const DEFAULTS = { reviewScore: 70, matchScore: 90 };

interface Scores {
  reviewScore?: number | undefined;
  matchScore?: number | undefined;
}

const isBelowMatch = ({ reviewScore = DEFAULTS.reviewScore, matchScore = DEFAULTS.matchScore }: Scores) =>
  reviewScore < matchScore;

const ProviderConfig = onlyAlongWith(
  z
    .strictObject({
      profileKey: DefinitionKey.optional().describe(
        'Screens with the lists and scores of this profile, in the version that is the latest when the step runs. Not ' +
          'together with what the profile sets.',
      ),
      sources: distinct(z.array(z.union([ListKey, OwnListKey])).min(1))
        .optional()
        .describe(
          'Keys of the lists to search, in any order. An unknown list is refused. Required without `profileKey`; with it, ' +
            'only for a profile that has no lists of its own.',
        ),
      reviewScore: Score.optional().meta({ default: DEFAULTS.reviewScore, description: 'Below `matchScore`.' }),
      matchScore: Score.optional().meta({ default: DEFAULTS.matchScore }),
      pepLookbackMonths: z
        .int()
        .min(LOOKBACK_MONTHS.least)
        .max(LOOKBACK_MONTHS.most)
        .optional()
        .describe(`Only together with \`${PEP_LIST}\`.`),
    })
    .refine((config) => config.profileKey !== undefined || isBelowMatch(config), {
      path: ['reviewScore'],
      message: 'must be below matchScore',
    })
    .refine(({ profileKey, sources }) => profileKey !== undefined || sources !== undefined, {
      path: ['sources'],
      message: 'is required without `profileKey`',
    }),
  ALONG_WITH_PEP_LIST,
).meta({ allOf: [ifThenElse({ required: ['profileKey'] }, {}, { required: ['sources'] })] });

export const ScreeningConfig = z
  .strictObject({
    kind: z.literal(SCREENING_KIND),
    provider: z.literal('service_screening'),
    providerConfig: ProviderConfig,
  })
  .meta({ id: 'ScreeningStepConfig', examples: [SCREENING_EXAMPLE] });
