import { conflict } from '@assay/foundation';
import * as z from 'zod';
import { type BlindReview, type Caller, Mode } from '#shared/platform/caller.ts';
import type { Route } from '#shared/platform/http/route.ts';
import type { Item, Key, Read, Store, Write } from '#shared/platform/store/store.ts';

/**
 * The blind review that a person has open. Until it ends, every route that does not declare `isOpenInBlindReview` refuses the
 * person, so that none can show the first decision. The row belongs to the person, not to a mode: some routes reach both.
 */
const Stored = z.object({ sampleId: z.string(), mode: Mode, until: z.string() });

export const blindReviewsPartition = (organizationId: string) => `${organizationId}#blind-reviews`;

const keyOf = (organizationId: string, userId: string): Key => ({
  pk: blindReviewsPartition(organizationId),
  sk: userId,
});

export const blindReviewRead = (organizationId: string, userId: string): Read => ({
  table: 'identity',
  key: keyOf(organizationId, userId),
});

/** The review in a row, if it has not ended. */
export function blindReviewIn(row: Item | undefined, now: Date): BlindReview | undefined {
  const found = row && Stored.parse(row);
  return found && Date.parse(found.until) > now.getTime() ? found : undefined;
}

/** The row as it is, ended or not: what another review replaces. */
export async function findBlindReview(store: Store, { organizationId, id }: Caller): Promise<BlindReview | undefined> {
  const [row] = await store.getMany([blindReviewRead(organizationId, id)]);
  return row && Stored.parse(row);
}

/** DynamoDB removes rows some time after they have ended; until then they say nothing. */
const KEPT_SECONDS = 24 * 60 * 60;

/** Fails if the person has opened another review meanwhile. */
export const openBlindReview = (
  { organizationId, id }: Caller,
  review: BlindReview,
  before: BlindReview | undefined,
): Write => ({
  table: 'identity',
  put: {
    ...keyOf(organizationId, id),
    ...review,
    expiresAtSeconds: Math.floor(Date.parse(review.until) / 1000) + KEPT_SECONDS,
  },
  when: before ? { sampleId: before.sampleId, until: before.until } : 'absent',
});

export const closeBlindReview = ({ organizationId, id }: Caller, { sampleId }: BlindReview): Write => ({
  table: 'identity',
  remove: keyOf(organizationId, id),
  when: { sampleId },
});

/** The only place that enforces it. The answer depends on the route alone, so it says nothing about any record. */
export function assertNotBlind(
  { isOpenInBlindReview }: Pick<Route, 'isOpenInBlindReview'>,
  { blindReview }: Pick<Caller, 'blindReview'>,
): void {
  if (!blindReview || isOpenInBlindReview) return;
  throw conflict(
    'blind_review_open',
    `You have the blind review of sample ${blindReview.sampleId} (${blindReview.mode} mode) open until ${blindReview.until}. ` +
      'Decide it or release it first: until then, routes that could show the first decision are closed to you.',
  );
}
