import type { PolicyInput } from '../policy-engine/definition.ts';
import { verificationSource } from '../policy-engine/source-identity.ts';
import type { SubjectState } from '../repository/subject-state.ts';

/** What each source that an input accepts says now of what the input reads. */
export const acceptedReceipts = (input: PolicyInput, { standing }: SubjectState) =>
  input.acceptedSources.flatMap((source) => {
    const receipt = standing.get(source)?.get(ownFactOf(input, source));
    return receipt ? [{ source, ...receipt }] : [];
  });

/** What a source calls what the input reads: a step has its own name for an output that is bound to it. */
export const ownFactOf = ({ key, verification }: PolicyInput, source: string) =>
  verification && source === verificationSource(verification) ? verification.output : key;
