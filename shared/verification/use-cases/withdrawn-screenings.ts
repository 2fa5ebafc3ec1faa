import { canonicalSource } from '@assay/policy-engine';
import type { Context } from '#shared/platform/context.ts';
import { type CurrentReceipts, readReceipts, type Submission } from '#shared/risk/index.ts';
import { referenceToRun, screeningProvenance } from '#shared/screening/index.ts';
import { referenceTo } from '../native-evidence.ts';
import type { CurrentAttempt } from '../repository/current-attempts.ts';

/**
 * Withdraws the facts of an attempt's screenings. Other screenings of the same lists use the same
 * source, so a receipt belongs to the attempt only if it refers to its screening run.
 */
export async function withdrawnScreenings(
  { store, caller }: Context,
  { screenings }: CurrentAttempt,
  currentReceipts: ReadonlyMap<string, CurrentReceipts>,
  by: { observedAt: string; runId: string },
): Promise<Submission[]> {
  const counting = screenings.flatMap(({ source: recorded, ...screening }) => {
    const source = canonicalSource(recorded);
    const receipt = currentReceipts.get(source)?.get(screening.fact);
    const isLeft = receipt !== undefined && receipt.status !== 'unavailable';
    return isLeft ? [{ ...screening, source, receiptId: receipt.id }] : [];
  });
  if (counting.length === 0) return [];
  const receipts = await readReceipts(
    store,
    caller,
    counting.map(({ receiptId }) => receiptId),
  );
  return counting
    .filter(({ screeningRunId, receiptId }) => {
      const providerRef = receipts.get(receiptId)?.data.providerRef;
      return providerRef === referenceToRun(screeningRunId);
    })
    .map(({ source, fact }) => ({
      provenance: screeningProvenance(source),
      items: [
        {
          ...{ fact, status: 'unavailable', value: null, observedAt: by.observedAt },
          providerRef: referenceTo(by.runId),
        },
      ],
    }));
}
