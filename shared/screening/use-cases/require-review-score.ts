import { refused } from '@assay/foundation';
import { readSettings } from '#shared/organization/settings/index.ts';
import type { Context } from '#shared/platform/context.ts';
import type { ResolvedPolicy } from '../profile-use.ts';

/**
 * Refuses a `reviewScore` above the highest that the organization allows, for every caller: with a higher one a listed person
 * is clear.
 */
export async function requireReviewScore(
  context: Pick<Context, 'store' | 'caller'>,
  { reviewScore, profile }: Pick<ResolvedPolicy, 'reviewScore' | 'profile'>,
  within = '',
): Promise<void> {
  const { highestReviewScore } = await readSettings(context);
  if (highestReviewScore === null || reviewScore <= highestReviewScore) return;
  throw refused(
    'review_score_too_high',
    `Your organization screens with a \`reviewScore\` of at most ${highestReviewScore}. An owner can change it in the settings.`,
    [
      profile
        ? {
            path: `${within}profileKey`,
            message: `must name a profile with a \`reviewScore\` of at most ${highestReviewScore}`,
          }
        : { path: `${within}reviewScore`, message: `must be at most ${highestReviewScore}` },
    ],
  );
}
