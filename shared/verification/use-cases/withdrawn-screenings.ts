import type { NewEvent } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { canonicalSource } from '#shared/risk/contract.ts';
import { readReceipts, type SubjectState, type Submission } from '#shared/risk/index.ts';
import { keptByMatches, referenceToRun, screeningProvenance } from '#shared/screening/index.ts';
import { referenceTo } from '../native-evidence.ts';
import type { CurrentAttempt } from '../repository/current-attempts.ts';

/**
 * Withdraws the facts of an attempt's screenings, unless a match keeps them in force. Other screenings
 * of the same lists use the same source, so a receipt belongs to the attempt only if it refers to its
 * screening run.
 */
export async function withdrawnScreenings(
  context: Context,
  { subjectId, screenings }: Pick<CurrentAttempt, 'screenings'> & { subjectId: string },
  state: SubjectState,
  by: { observedAt: string; runId: string },
): Promise<{ submissions: Submission[]; events: NewEvent[] }> {
  const { store, caller } = context;
  const counting = screenings.flatMap(({ source: recorded, ...screening }) => {
    const source = canonicalSource(recorded);
    const receipt = state.currentReceipts.get(source)?.get(screening.fact);
    const isLeft = receipt !== undefined && receipt.status !== 'unavailable';
    return isLeft ? [{ ...screening, source, receiptId: receipt.id }] : [];
  });
  if (counting.length === 0) return { submissions: [], events: [] };
  const receipts = await readReceipts(
    store,
    caller,
    counting.map(({ receiptId }) => receiptId),
  );
  const own = counting.filter(({ screeningRunId, receiptId }) => {
    const providerRef = receipts.get(receiptId)?.data.providerRef;
    return providerRef === referenceToRun(screeningRunId);
  });
  const keep = own.length > 0 ? await keptByMatches(context, subjectId, state) : () => undefined;
  const withdrawn = own.map(({ source, fact, screeningRunId }) => {
    const kept = keep({ source, fact, runId: screeningRunId });
    const { status, value } = kept?.fact ?? { status: 'unavailable' as const, value: null };
    const submission: Submission = {
      provenance: screeningProvenance(source),
      items: [
        {
          fact,
          status,
          value,
          observedAt: by.observedAt,
          providerRef: referenceTo(by.runId),
        },
      ],
    };
    return { submission, events: kept ? [kept.event] : [] };
  });
  return {
    submissions: withdrawn.map(({ submission }) => submission),
    events: withdrawn.flatMap(({ events }) => events),
  };
}
