import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, type Problems, post } from '#shared/platform/http/route.ts';
import { EvidenceBatch, EvidenceRecord, NewEvidence, NewEvidenceBatch, tooManySources } from '../evidence.ts';
import { EVIDENCE_BATCH_BYTES, EVIDENCE_REQUEST_BYTES } from '../limits.ts';

const evidenceProblems: Problems = {
  ...missing,
  forbidden: [403, 'The API key is not bound to the source.'],
  source_disabled: [409, 'The source is disabled.'],
  ...tooManySources,
  undeclared_fact: [422, 'The source does not declare this fact.'],
  wrong_type: [422, 'The value does not have the declared type.'],
  undocumented_value: [422, 'The value is not a documented value of this screening fact.'],
  observed_in_future: [422, '`observedAt` is more than 5 seconds in the future.'],
};

export const evidenceRoutes = defineRoutes('risk', {
  submitEvidence: post('/risk/subjects/{id}/evidence', 'key', NewEvidence, EvidenceRecord, {
    summary: 'Submit evidence',
    bodyLimitBytes: EVIDENCE_REQUEST_BYTES,
    problems: evidenceProblems,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem'] } },
  }),
  submitEvidenceBatch: post('/risk/subjects/{id}/evidence/batch', 'key', NewEvidenceBatch, EvidenceBatch, {
    summary: 'Submit a batch of evidence',
    description:
      'Up to 100 facts of one source about one subject, all or nothing. Evidence of two sources takes two ' +
      'requests.',
    bodyLimitBytes: EVIDENCE_BATCH_BYTES,
    problems: {
      ...evidenceProblems,
      item_too_large: [413, 'An item is larger than 16 KiB.'],
      batch_too_large: [413, 'The items are larger than 256 KiB in total.'],
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem'] } },
  }),
});
