import { sha256Hex } from '@assay/foundation/canonical-json';
import { newTally, resultOf } from '@assay/watchlist/assurance';
import { putBlob } from '#shared/platform/blobs.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { StoredAssurance } from '#shared/screening/assurance/assurance.ts';
import { assuranceReportKey } from '#shared/screening/assurance/assurance-report-key.ts';
import { storeAssurance } from '#shared/screening/repository/assurances.ts';

const REPORT = Buffer.from('%PDF-1.7\n%%EOF\n');

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
      report: { sha256: sha256Hex(REPORT), bytes: REPORT.length },
    },
  };
  await putBlob('documents', assuranceReportKey(scope, id), REPORT);
  await dynamoStore.writeOne(storeAssurance(scope, completed));
  return id;
}
