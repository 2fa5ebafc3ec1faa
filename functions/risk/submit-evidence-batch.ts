import { endpoint } from '#shared/endpoint.ts';
import { tooLarge } from '#shared/platform/problem.ts';
import { riskEvent } from '#shared/risk/event.ts';
import { isBatchTooLarge, isItemTooLarge } from '#shared/risk/evidence.ts';
import { EVIDENCE_BATCH_BYTES, EVIDENCE_REQUEST_BYTES } from '#shared/risk/limits.ts';
import { batchIdOf } from '#shared/risk/repository/receipts.ts';
import { evidenceRoutes } from '#shared/risk/routes/evidence.ts';
import { submitEvidence } from '#shared/risk/use-cases/submit-evidence.ts';

/** Up to a hundred statements of one source about one subject: all of them or none. */
export const handler = endpoint(
  evidenceRoutes.submitEvidenceBatch,
  async (context, { params, body }) => {
    const large = body.items.findIndex(isItemTooLarge);
    if (large >= 0)
      throw tooLarge(
        'item_too_large',
        `Item ${large} has more than ${EVIDENCE_REQUEST_BYTES} bytes.`,
      );
    if (isBatchTooLarge(body))
      throw tooLarge(
        'batch_too_large',
        `The batch has more than ${EVIDENCE_BATCH_BYTES} bytes once its numbers are written out.`,
      );

    const { writes, events, records, rowId } = await submitEvidence(context, {
      ...body,
      subjectId: params.id,
      isBatch: true,
    });
    const batch = { id: batchIdOf(rowId), resource: 'evidence-batches' };
    return {
      writes,
      events: [
        ...events,
        riskEvent('risk.evidence.batch_recorded', batch, { subjectId: params.id }),
      ],
      result: { id: batch.id, subjectId: params.id, items: records },
    };
  },
);
