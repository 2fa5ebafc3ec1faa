import type { Scope } from '#shared/platform/caller.ts';
import { keyIn, pointerIn } from '#shared/platform/store/collection.ts';
import type { Write } from '#shared/platform/store/store.ts';
import type { InvestigationReviewRecord } from '../investigation-review.ts';
import { recordsAbout, recordsOf } from './collections.ts';

export const createReview = (scope: Scope, review: InvestigationReviewRecord): Write[] => {
  const { id, resource, data } = review;
  const key = keyIn(recordsOf(scope, resource), id);
  const ofInvestigation = recordsAbout(scope, resource, data.investigationId);
  return [
    { table: 'risk', put: { ...key, ...review }, when: 'absent' },
    { table: 'risk', put: pointerIn(ofInvestigation, id) },
  ];
};
