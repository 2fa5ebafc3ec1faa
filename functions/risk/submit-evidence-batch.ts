import { tooLarge } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { riskEvent } from '#shared/risk/event.ts';
import { bytesOf, isBatchTooLarge, isItemTooLarge } from '#shared/risk/evidence.ts';
import { EVIDENCE_BATCH_BYTES, EVIDENCE_REQUEST_BYTES } from '#shared/risk/limits.ts';
import { batchIdOf } from '#shared/risk/repository/receipts.ts';
import { evidenceRoutes } from '#shared/risk/routes/evidence.ts';
import { submitEvidence } from '#shared/risk/use-cases/submit-evidence.ts';

/** Up to 100 receipts of one source about one subject, all or nothing. */
export const handler = endpoint(evidenceRoutes.submitEvidenceBatch, async (context, { params, body }) => {
  const large = body.items.findIndex(isItemTooLarge);
  if (large >= 0)
    throw tooLarge(
      'item_too_large',
      `Item ${large} (${body.items[large]?.fact}) has ${bytesOf(body.items[large])} bytes. The limit is ${EVIDENCE_REQUEST_BYTES}.`,
    );
  if (isBatchTooLarge(body))
    throw tooLarge('batch_too_large', `The batch has ${bytesOf(body)} bytes. The limit is ${EVIDENCE_BATCH_BYTES}.`);

  const { writes, events, records, rowId } = await submitEvidence(context, {
    ...body,
    subjectId: params.id,
    isBatch: true,
  });
  const batch = { id: batchIdOf(rowId), resource: 'evidence-batches' };
  return {
    writes,
    events: [...events, riskEvent('risk.evidence.batch_recorded', batch, { subjectId: params.id })],
    result: { id: batch.id, subjectId: params.id, items: records },
  };
});
