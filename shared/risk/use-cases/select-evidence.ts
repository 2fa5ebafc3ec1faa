import type { PolicyDefinition } from '@assay/policy-engine';
import type { Context } from '#shared/platform/context.ts';
import type { SelectedReceipt } from '../assessment.ts';
import { readReceipts } from '../repository/receipts.ts';
import type { SubjectState } from '../repository/subject-state.ts';
import { acceptedReceipts } from './accepted-receipts.ts';

/** Receipts that a policy evaluates: the current receipt of each accepted source for each input. */
export interface SelectedEvidence {
  receipts: SelectedReceipt[];
  /** Total size of the stored receipts. */
  bytes: number;
  /** Fact of the largest receipt, for error messages. */
  largestFact: string | null;
}

export async function selectEvidence(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  { inputs }: PolicyDefinition,
  state: Pick<SubjectState, 'currentReceipts'>,
): Promise<SelectedEvidence> {
  const selected = inputs.flatMap((input) =>
    acceptedReceipts(input, state).map((receipt) => ({ fact: input.key, ...receipt })),
  );
  const elsewhere = selected.filter(({ isElsewhere }) => isElsewhere).map(({ id }) => id);
  const records = elsewhere.length > 0 ? await readReceipts(store, caller, elsewhere) : new Map();
  return {
    receipts: selected.map(({ isElsewhere, bytes, evidenceRevision, value, ...receipt }) => ({
      ...receipt,
      value: isElsewhere ? (records.get(receipt.id)?.data.value ?? null) : value,
    })),
    bytes: selected.reduce((sum, { bytes }) => sum + bytes, 0),
    largestFact:
      selected.reduce<(typeof selected)[number] | null>(
        (largest, receipt) => (receipt.bytes > (largest?.bytes ?? 0) ? receipt : largest),
        null,
      )?.fact ?? null,
  };
}
