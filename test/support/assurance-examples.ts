import { randomUUID } from 'node:crypto';
import { sha256Hex } from '@assay/foundation/canonical-json';
import { newTally, resultOf } from '@assay/watchlist/assurance';
import { countScore, emptyCounts } from '#packages/watchlist/src/assurance/review-scores.ts';
import { putBlob } from '#shared/platform/blobs.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { StoredAssurance } from '#shared/screening/assurance/assurance.ts';
import { assuranceReportKey } from '#shared/screening/assurance/assurance-report-key.ts';
import { storeAssurance } from '#shared/screening/repository/assurances.ts';

const REPORT = Buffer.from('%PDF-1.7\n%%EOF\n');
const at = '2026-03-14T09:26:53.589Z';

const ended = (tally: ReturnType<typeof newTally>): NonNullable<StoredAssurance['ended']> => ({
  status: 'completed',
  total: 201,
  done: 201,
  startedAt: at,
  endedAt: at,
  listVersions: [{ list: 'eu_fsf', versionId: null, publishedAt: null }],
  result: resultOf(tally, 70),
  missed: 0,
  misses: [],
  differences: [],
  report: { sha256: sha256Hex(REPORT), bytes: REPORT.length },
});

/** One whose class `order` finds none of 40 cases by the name alone, which two people may accept. */
export function existingShortAssurance(scope: Scope, changes: Partial<NonNullable<StoredAssurance['ended']>> = {}) {
  const tally = newTally();
  const counts = emptyCounts();
  for (let cases = 0; cases < 40; cases += 1) countScore(counts, 60);
  tally.classes.order = { bare: counts, known: emptyCounts() };
  // A profile of its own, so that it is the newest test of it.
  return existingAssurance(scope, {
    profile: { key: `p${randomUUID()}`, version: 1 },
    ended: { ...ended(tally), ...changes },
  });
}

/** Stores a test of effectiveness that completed without a case, which is made at once. */
export async function existingAssurance(scope: Scope, changes: Partial<StoredAssurance> = {}): Promise<string> {
  const id = newId();
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
    ended: ended(newTally()),
  };
  await putBlob('documents', assuranceReportKey(scope, id), REPORT);
  await dynamoStore.writeOne(storeAssurance(scope, { ...completed, ...changes }));
  return id;
}
