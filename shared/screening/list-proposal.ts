import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { prose } from '#shared/platform/http/shapes.ts';
import { PROPOSAL_EXAMPLE, proposalShape } from '#shared/platform/proposals.ts';
import { REASON_CHARACTERS } from './limits.ts';

/** Proposals of changes of a list that no other person has asked for: to approve a version, or to roll back to one. */
const Changed = z.enum(['approve', 'roll_back']);

const EXAMPLE = {
  change: 'roll_back' as const,
  versionId: '019ced2c-9000-7000-8000-5d3c2b1a0f00',
  reason: 'The new publication lacks the vessels.',
};

export const NewListProposal = z
  .strictObject({
    change: Changed,
    versionId: RecordId.describe('A held version to approve, or an earlier one to roll back to.'),
    reason: prose(REASON_CHARACTERS),
  })
  .meta({ id: 'NewListProposal', examples: [EXAMPLE] });

export const ListProposal = z
  .object({ ...proposalShape, change: Changed, versionId: z.uuid() })
  .meta({ id: 'ListProposal', examples: [{ ...PROPOSAL_EXAMPLE, ...EXAMPLE }] });

export type ListProposal = z.infer<typeof ListProposal>;

export const ListProposals = z.object({ items: z.array(ListProposal) }).meta({ id: 'ListProposals' });

/** With the mark of the organization of the person. */
export const StoredListProposal = ListProposal.extend({ proposedIn: z.string() });
export type StoredListProposal = z.infer<typeof StoredListProposal>;
