import type { Context } from '#shared/platform/context.ts';
import type { SelectedReceipt } from '../assessment.ts';
import type { PolicyDefinition, PolicyInput } from '../policy-engine/definition.ts';
import { verificationSource } from '../policy-engine/source-identity.ts';
import { readReceipts } from '../repository/receipts.ts';
import type { SubjectState } from '../repository/subject-state.ts';

/** The receipts a policy looks at: what each accepted source says now of each input. */
export interface SelectedEvidence {
  receipts: SelectedReceipt[];
  /** What the receipts take where they are kept, with all that is kept about them. */
  bytes: number;
}

export async function selectEvidence(
  { store, caller }: Context,
  { inputs }: PolicyDefinition,
  { standing }: SubjectState,
): Promise<SelectedEvidence> {
  const selected = inputs.flatMap((input) =>
    input.acceptedSources.flatMap((source) => {
      const receipt = standing.get(source)?.get(factOf(input, source));
      return receipt ? [{ fact: input.key, source, ...receipt }] : [];
    }),
  );
  const elsewhere = selected.filter(({ isElsewhere }) => isElsewhere).map(({ id }) => id);
  const records = elsewhere.length > 0 ? await readReceipts(store, caller, elsewhere) : new Map();
  return {
    receipts: selected.map(({ isElsewhere, bytes, value, ...receipt }) => ({
      ...receipt,
      value: isElsewhere ? (records.get(receipt.id)?.data.value ?? null) : value,
    })),
    bytes: selected.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** What a source calls what the input reads: a step has its own name for an output that is bound to it. */
const factOf = ({ key, verification }: PolicyInput, source: string) =>
  verification && source === verificationSource(verification) ? verification.output : key;
