import { conflict } from '@assay/foundation';
import { DECISIONS } from '@assay/policy-engine';
import * as z from 'zod';
import { type Problems, RecordId } from '#shared/platform/http/route.ts';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { STORED_PROPOSALS } from './limits.ts';
import { OverrideReason } from './override.ts';

/** A change that one person proposes and another one makes. */
const proposal = {
  id: z.uuid(),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: Timestamp,
  status: z
    .enum(['open', 'accepted', 'superseded'])
    .describe(
      '`accepted`: the change named the proposal. `superseded`: a newer proposal replaced it, or the change was made ' +
        'without it.',
    ),
  closedBy: z.string().nullable(),
  closedAt: Timestamp.nullable(),
};

const EXAMPLE = {
  id: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
  proposedBy: 'user:8f14e45f-ceea-467f-a9d2-1f6c3b7a90d4',
  proposedAt: '2026-03-14T09:26:53.589Z',
  ...{ status: 'open' as const, closedBy: null, closedAt: null },
};

export const NewPolicyProposal = z.strictObject({ reason: OverrideReason }).meta({
  id: 'NewPolicyProposal',
  examples: [{ reason: 'Tested against the assessments of March.' }],
});

export const PolicyProposal = z.object({ ...proposal, policyVersionId: z.uuid() }).meta({
  id: 'PolicyProposal',
  examples: [
    {
      ...EXAMPLE,
      policyVersionId: '019ced2c-4000-7000-8000-5d3c2b1a0f00',
      reason: 'Tested against the assessments of March.',
    },
  ],
});
export type PolicyProposal = z.infer<typeof PolicyProposal>;

export const PolicyProposals = z
  .object({ items: z.array(PolicyProposal) })
  .meta({ id: 'PolicyProposals' });

export const OverrideProposal = z
  .object({
    ...proposal,
    assessmentId: z.uuid(),
    subjectId: z.uuid(),
    decision: z.enum(DECISIONS),
    expiresAt: Timestamp,
  })
  .meta({
    id: 'OverrideProposal',
    examples: [
      {
        ...EXAMPLE,
        assessmentId: '019ced2c-5000-7000-8000-5d3c2b1a0f00',
        subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        ...{ decision: 'none', reason: 'Documents seen in person.' },
        expiresAt: '2026-06-30T00:00:00.000Z',
      },
    ],
  });
export type OverrideProposal = z.infer<typeof OverrideProposal>;

export const OverrideProposals = z
  .object({ items: z.array(OverrideProposal) })
  .meta({ id: 'OverrideProposals' });

export type Proposal = PolicyProposal | OverrideProposal;

export const Publication = z
  .strictObject({
    proposalId: RecordId.nullish().describe('The open proposal that the publication accepts.'),
  })
  .default({})
  .meta({
    id: 'Publication',
    examples: [{ proposalId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00' }],
  });

/** Problems of a change that may require two people. */
export const twoPeople = {
  proposal_not_open: [409, 'There is no open proposal with this `proposalId`.'],
  second_person_required: [
    409,
    'The organization requires two people: accept the proposal of another person with `proposalId`.',
  ],
} satisfies Problems;

export const openProposalOf = <P extends Proposal>(proposals: readonly P[]): P | undefined =>
  proposals.find(({ status }) => status === 'open');

/** The open proposal that a change names. */
export function acceptedProposal<P extends Proposal>(
  proposals: readonly P[],
  proposalId: string | null | undefined,
): P | undefined {
  if (!proposalId) return undefined;
  const open = openProposalOf(proposals);
  if (open?.id !== proposalId)
    throw conflict(
      'proposal_not_open',
      'There is no open proposal with this `proposalId`. List the proposals to find the open one.',
    );
  return open;
}

/** Where two people are required, a change accepts the proposal of another person. */
export function assertSecondPerson(
  accepted: Proposal | undefined,
  { isRequired, caller }: { isRequired: boolean; caller: string },
): void {
  if (!isRequired) return;
  if (!accepted)
    throw conflict(
      'second_person_required',
      'Your organization requires two people for this change. Accept the proposal of another person with `proposalId`, or create one.',
    );
  if (accepted.proposedBy === caller)
    throw conflict(
      'second_person_required',
      'You proposed this change. Another owner or admin has to make it.',
    );
}

/** The proposals after the open one was accepted or superseded. */
export const closeProposal = <P extends Proposal>(
  proposals: readonly P[],
  closed: { status: 'accepted' | 'superseded'; closedBy: string; closedAt: string },
): P[] => {
  const open = openProposalOf(proposals);
  return proposals.map((one) => (one === open ? { ...one, ...closed } : one));
};

/** A new open proposal supersedes the one before. The history has those that are no longer stored. */
export const addProposal = <P extends Proposal>(proposals: readonly P[], added: P): P[] =>
  [
    ...closeProposal(proposals, {
      ...{ status: 'superseded', closedBy: added.proposedBy, closedAt: added.proposedAt },
    }),
    added,
  ].slice(-STORED_PROPOSALS);
