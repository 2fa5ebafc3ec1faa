import { newTally, resultOf } from '@assay/watchlist/assurance';
import type { Scope } from '#shared/platform/caller.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { StoredAssurance } from '#shared/screening/assurance/assurance.ts';
import { storeAssurance } from '#shared/screening/repository/assurances.ts';

/** Stores a test of effectiveness that completed without a case, which is made at once. */
export async function existingAssurance(scope: Scope): Promise<string> {
  const id = newId();
  const at = '2026-03-14T09:26:53.589Z';
  const completed: StoredAssurance = {
    id,
    createdBy: 'user:8f14e45f-ceea-467f-a9d2-1f6c3b7a90d4',
    createdAt: at,
    profile: { key: 'onboarding', version: 2 },
    sources: ['eu_fsf'],
    reviewScore: 70,
    matchScore: 90,
    entries: 200,
    customers: 1,
    seed: 7,
    scorerVersion: 'screening-score-v8',
    comparedWith: null,
    ended: {
      status: 'completed',
      total: 201,
      done: 201,
      startedAt: at,
      endedAt: at,
      listVersions: [{ list: 'eu_fsf', versionId: null, publishedAt: null }],
      result: resultOf(newTally(), 70),
      missed: 0,
      misses: [],
      differences: [],
    },
  };
  await dynamoStore.writeOne(storeAssurance(scope, completed));
  return id;
}
