import * as z from 'zod';
import type { Problems } from '#shared/platform/http/route.ts';

export const unknownList: Problems = {
  unknown_list: [422, 'A key in `sources` is not the key of a list. The detail names the known keys.'],
};

export const tooHigh: Problems = {
  review_score_too_high: [422, '`reviewScore` is above the `highestReviewScore` of the organization’s settings.'],
};

/** Problems of a request that may name a profile. */
export const byProfile: Problems = {
  unknown_profile: [422, '`profileKey` is not the key of a profile. The detail names the known keys.'],
  set_by_profile: [422, 'The request states a property that the profile sets.'],
  lists_required: [422, 'The profile has no lists of its own, and `sources` is missing.'],
};

/** A whole number in a query, from 1 to a maximum. */
export const wholeNumberUpTo = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'must be a whole number from 1')
    .transform(Number)
    .refine((value) => value <= max, { message: `must be at most ${max}` });

/** Reads the indexes of lists. Without `ListBucket`, S3 answers 403 for a missing object. */
export const searching = { lists: ['GetObject', 'ListBucket'] } as const;
