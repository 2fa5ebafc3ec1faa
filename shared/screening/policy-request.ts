import { ifThenElse, onlyAlongWith, required } from '@assay/foundation';
import { DefinitionKey } from '@assay/policy-engine';
import * as z from 'zod';
import { distinct } from '#shared/platform/http/list-rules.ts';
import {
  DEFAULT_LOOKBACK_MONTHS,
  DEFAULT_MATCH_SCORE,
  DEFAULT_REVIEW_SCORE,
  MAX_SCORE,
  MIN_LOOKBACK_MONTHS,
  MIN_SCORE,
} from './limits.ts';
import { ALONG_WITH_PEP_LIST, LIST_KEYS, PEP_LIST } from './lists/list.ts';

/** Lists and scores of a screening: in a profile, or in a request that may name a profile instead. */
const LIST_KEY_CHARACTERS = 40;
const MAX_LISTS = 20;
const MAX_LOOKBACK_MONTHS = 9_999;

const Score = z.int().min(MIN_SCORE).max(MAX_SCORE);

const ListKey = z
  .string()
  .regex(
    new RegExp(`^[a-z][a-z0-9_]{0,${LIST_KEY_CHARACTERS - 1}}$`),
    `must be the key of a list: ${LIST_KEYS.join(', ')}`,
  );

const Sources = distinct(z.array(ListKey).min(1).max(MAX_LISTS));
const LookbackMonths = z.int().min(MIN_LOOKBACK_MONTHS).max(MAX_LOOKBACK_MONTHS).nullish();

const LOOKBACK =
  'Months after leaving office during which a person counts as politically exposed; ' +
  `${DEFAULT_LOOKBACK_MONTHS} by default. Only together with \`${PEP_LIST}\`.`;
const BELOW = 'Below `matchScore`.';
const NOT_WITH_PROFILE = 'Not together with `profileKey`.';

export const ProfileKey = DefinitionKey;

/** As a profile has them. */
export const ProfilePolicy = {
  sources: Sources.describe(
    'Keys of the lists to search, in any order. An unknown key is refused with `unknown_list`.',
  ),
  reviewScore: Score.default(DEFAULT_REVIEW_SCORE).describe(BELOW),
  matchScore: Score.default(DEFAULT_MATCH_SCORE),
  pepLookbackMonths: LookbackMonths.describe(LOOKBACK),
};

/** As a request has them. A profile decides all that it has. */
export const RequestedPolicy = {
  profileKey: ProfileKey.nullish().describe(
    'Screens with the lists and scores of this profile, in its latest version. The built-in profiles `standard` and ' +
      '`thorough` have scores only: name the lists in `sources`.',
  ),
  sources: Sources.optional().describe(
    'Keys of the lists to search, in any order. Required without `profileKey`; with it, only for a profile that has no ' +
      'lists of its own. A key that no list has is refused with `unknown_list` in a run with ' +
      '`riskSubjectId` and in a search; a run without a risk subject is incomplete (`source_missing`) and has the ' +
      'notice `unknown_list`. In the screening step of a workflow it is refused when the workflow is saved.',
  ),
  reviewScore: Score.optional().meta({
    default: DEFAULT_REVIEW_SCORE,
    description: `${BELOW} ${NOT_WITH_PROFILE}`,
  }),
  matchScore: Score.optional().meta({ default: DEFAULT_MATCH_SCORE, description: NOT_WITH_PROFILE }),
  pepLookbackMonths: LookbackMonths.describe(`${LOOKBACK} ${NOT_WITH_PROFILE}`),
};

type Scores = { reviewScore?: number | undefined; matchScore?: number | undefined };

const isBelowMatch = ({ reviewScore = DEFAULT_REVIEW_SCORE, matchScore = DEFAULT_MATCH_SCORE }: Scores) =>
  reviewScore < matchScore;
const NOT_BELOW = { path: ['reviewScore'], message: 'must be below matchScore' };

/** The rules between the lists and scores of a profile. */
export const withProfileRules = <Shape extends z.ZodObject<typeof ProfilePolicy>>(shape: Shape) =>
  onlyAlongWith(shape.refine(isBelowMatch, NOT_BELOW), ALONG_WITH_PEP_LIST);

/** That a request names lists or a profile, as JSON Schema. */
export const POLICY_RULES = [ifThenElse(required('profileKey'), {}, { required: ['sources'] })];

/** The rules between the lists and scores of a request. */
export const withPolicyRules = <Shape extends z.ZodObject<typeof RequestedPolicy>>(shape: Shape) =>
  onlyAlongWith(
    shape
      .refine((asked) => Boolean(asked.profileKey) || isBelowMatch(asked), NOT_BELOW)
      .refine(({ profileKey, sources }) => Boolean(profileKey ?? sources), {
        path: ['sources'],
        message: 'is required without `profileKey`',
      }),
    ALONG_WITH_PEP_LIST,
  ).meta({ allOf: POLICY_RULES });
