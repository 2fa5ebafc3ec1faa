import { type PolicyInput, verificationSource } from '@assay/policy-engine';
import { canonicalSource } from '../listed-sources.ts';
import type { SubjectState } from '../repository/subject-state.ts';

/**
 * Current receipts of all sources that an input accepts. They carry the source as spelled in the
 * policy, so that the stored policy and the stored evidence of an assessment agree.
 */
export function acceptedReceipts(input: PolicyInput, { currentReceipts }: Pick<SubjectState, 'currentReceipts'>) {
  const seen = new Set<string>();
  return input.acceptedSources.flatMap((source) => {
    const canonical = canonicalSource(source);
    // Policies from before sources were canonical can name the same lists twice.
    if (seen.has(canonical)) return [];
    seen.add(canonical);
    const receipt = currentReceipts.get(canonical)?.get(ownFactOf(input, source));
    return receipt ? [{ source, ...receipt }] : [];
  });
}

/**
 * Fact name of the source: a workflow step has its own name for an output that is bound to the
 * input.
 */
export const ownFactOf = ({ key, verification }: PolicyInput, source: string) =>
  verification && source === verificationSource(verification) ? verification.output : key;
