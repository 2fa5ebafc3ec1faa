import { defineRoutes, post, type Refusals } from '#shared/platform/http/route.ts';
import { EvidenceBatch, EvidenceRecord, NewEvidence, NewEvidenceBatch } from '../evidence.ts';
import { EVIDENCE_BATCH_BYTES, EVIDENCE_REQUEST_BYTES } from '../limits.ts';
import { missing } from './common.ts';

const evidenceRefusals: Refusals = {
  ...missing,
  forbidden: [403, 'The API key is not bound to the source.'],
  source_disabled: [409, 'The source is disabled.'],
  undeclared_fact: [422, 'The source has not declared the fact.'],
  wrong_type: [422, 'The value is not of the declared type.'],
  observed_in_future: [422, 'The time of observation lies in the future.'],
};

/** What is stated about a subject. */
export const evidenceRoutes = defineRoutes('risk', {
  submitEvidence: post('/risk/subjects/{id}/evidence', 'key', NewEvidence, EvidenceRecord, {
    summary: 'State one fact about a subject',
    bodyLimitBytes: EVIDENCE_REQUEST_BYTES,
    refusals: evidenceRefusals,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem'] } },
  }),
  submitEvidenceBatch: post(
    '/risk/subjects/{id}/evidence/batch',
    'key',
    NewEvidenceBatch,
    EvidenceBatch,
    {
      summary: 'State up to a hundred facts about a subject, all or nothing',
      bodyLimitBytes: EVIDENCE_BATCH_BYTES,
      refusals: {
        ...evidenceRefusals,
        item_too_large: [413, 'An item has more than 16 KiB.'],
        batch_too_large: [413, 'The items together have more than 256 KiB.'],
      },
      uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem'] } },
    },
  ),
});
