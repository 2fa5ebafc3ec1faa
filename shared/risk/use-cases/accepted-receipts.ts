import type { PolicyInput } from '../policy-engine/definition.ts';
import { canonicalSource } from '../policy-engine/screening-source.ts';
import { verificationSource } from '../policy-engine/source-identity.ts';
import type { SubjectState } from '../repository/subject-state.ts';

/**
 * What each source that an input accepts says now of what the input reads. The receipt carries the source
 * as the policy spells it, so that the stored policy and the stored evidence of an assessment agree.
 */
export function acceptedReceipts(input: PolicyInput, { standing }: SubjectState) {
  const seen = new Set<string>();
  return input.acceptedSources.flatMap((source) => {
    const canonical = canonicalSource(source);
    // A policy from before sources were canonical may name the same lists twice.
    if (seen.has(canonical)) return [];
    seen.add(canonical);
    const receipt = standing.get(canonical)?.get(ownFactOf(input, source));
    return receipt ? [{ source, ...receipt }] : [];
  });
}

/** What a source calls what the input reads: a step has its own name for an output that is bound to it. */
export const ownFactOf = ({ key, verification }: PolicyInput, source: string) =>
  verification && source === verificationSource(verification) ? verification.output : key;
