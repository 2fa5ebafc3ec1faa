import type { Scope } from '#shared/platform/caller.ts';
import { keyIn } from '#shared/platform/store/collection.ts';
import type { Write } from '#shared/platform/store/store.ts';
import type { VerificationDecisionRecord } from '#shared/risk/index.ts';
import { recordsOf } from './collections.ts';

export const createDecision = (scope: Scope, record: VerificationDecisionRecord): Write => ({
  table: 'verification',
  put: { ...keyIn(recordsOf(scope, 'verification-decisions'), record.id), ...record },
  when: 'absent',
});
