import { conflict } from '@assay/foundation';
import { principalOf } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import {
  acceptedProposal,
  assertSecondPerson,
  closeProposal,
  openProposalIn,
  type Proposal,
} from '#shared/platform/proposals.ts';
import type { Write } from '#shared/platform/store/store.ts';
import { replaceStoredProposals, type StoredProposals } from '#shared/platform/stored-proposals.ts';
import { dependentUntil, SPONSOR_DAYS } from './sponsors.ts';

/** The caller is the second person of a change. The first one must not have given the second access, nor the reverse. */
export async function assertIndependent(context: Context, first: string): Promise<void> {
  const { caller } = context;
  const until = await dependentUntil(context, caller.organizationId, [first, principalOf(caller)]);
  if (until)
    throw conflict(
      'second_person_required',
      `One of you has invited, promoted or enabled the other within ${SPONSOR_DAYS} days, so you do not count as two ` +
        `people until ${until.toISOString()}. Another person has to propose or make this change.`,
    );
}

/** Where two people are required, a change accepts the proposal of another, independent person. */
export async function requireSecondPerson(
  context: Context,
  accepted: Proposal | undefined,
  { isRequired }: { isRequired: boolean },
): Promise<void> {
  assertSecondPerson(accepted, { isRequired, caller: principalOf(context.caller) });
  if (isRequired && accepted) await assertIndependent(context, accepted.proposedBy);
}

export interface Acceptance<P extends Proposal> {
  /** The proposal that the change accepts. */
  accepted: P | undefined;
  /** Closes the open proposal: accepted, or superseded by a change that does not name it. */
  writes: Write[];
  /** For the history event of the change. */
  details: { proposalId: string; proposedBy: string } | undefined;
}

/** Accepts the proposal that a change names, which a rule of the organization may require. */
export async function acceptProposal<P extends Proposal>(
  context: Context,
  stored: StoredProposals<P>,
  change: {
    proposalId: string | null | undefined;
    isRequired: boolean;
    /** Of a row with proposals about several things: those about what is changed. */
    isAbout?: (proposal: P) => boolean;
  },
): Promise<Acceptance<P>> {
  const { proposalId, isRequired, isAbout = () => true } = change;
  const own = stored.proposals.filter(isAbout);
  const accepted = acceptedProposal(own, proposalId);
  await requireSecondPerson(context, accepted, { isRequired });
  const open = openProposalIn(own);
  if (!open) return { accepted, writes: [], details: undefined };
  const closed = closeProposal(stored.proposals, open, {
    status: accepted ? 'accepted' : 'superseded',
    closedBy: principalOf(context.caller),
    closedAt: context.now.toISOString(),
  });
  return {
    accepted,
    writes: replaceStoredProposals(stored, closed),
    details: accepted && { proposalId: accepted.id, proposedBy: accepted.proposedBy },
  };
}
