import type { PolicyDefinition } from '@assay/policy-engine';
import type { Context } from '#shared/platform/context.ts';
import type { SelectedReceipt } from '../assessment.ts';
import type { EvidenceRecord } from '../evidence.ts';
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

type State = Pick<SubjectState, 'currentReceipts'>;
export type Selection = ReturnType<typeof selectionOf>;

/** The current receipts that a policy accepts. */
export const selectionOf = ({ inputs }: PolicyDefinition, state: State) =>
  inputs.flatMap((input) => acceptedReceipts(input, state).map((receipt) => ({ fact: input.key, ...receipt })));

export const selectEvidence = async (
  context: Pick<Context, 'store' | 'caller'>,
  definition: PolicyDefinition,
  state: State,
): Promise<SelectedEvidence> => {
  const selection = selectionOf(definition, state);
  return withValues(selection, await largeValues(context, [selection]));
};

type LargeValues = ReadonlyMap<string, EvidenceRecord>;

/** Values that are stored with the receipt only, of all selections in one read. */
export async function largeValues(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  selections: readonly Selection[],
): Promise<LargeValues> {
  const elsewhere = selections.flat().filter(({ isElsewhere }) => isElsewhere);
  return elsewhere.length > 0
    ? readReceipts(
        store,
        caller,
        elsewhere.map(({ id }) => id),
      )
    : new Map();
}

export const withValues = (selected: Selection, values: LargeValues): SelectedEvidence => ({
  receipts: selected.map(({ isElsewhere, bytes, evidenceRevision, value, ...receipt }) => ({
    ...receipt,
    value: isElsewhere ? (values.get(receipt.id)?.data.value ?? null) : value,
  })),
  bytes: selected.reduce((sum, { bytes }) => sum + bytes, 0),
  largestFact:
    selected.reduce<Selection[number] | null>(
      (largest, receipt) => (receipt.bytes > (largest?.bytes ?? 0) ? receipt : largest),
      null,
    )?.fact ?? null,
});
