import * as z from 'zod';
import { prose } from '#shared/platform/http/shapes.ts';
import { openProposalIn, PROPOSAL_EXAMPLE, proposalShape } from '#shared/platform/proposals.ts';
import { REASON_CHARACTERS } from './limits.ts';

/** What a reviewer can decide about a match. */
export const ReviewedDecision = z.enum(['confirmed', 'false_positive']);
export type ReviewedDecision = z.infer<typeof ReviewedDecision>;

/** A decision that one person proposes and another one makes. */
export const NewProposal = z.strictObject({ decision: ReviewedDecision, reason: prose(REASON_CHARACTERS) }).meta({
  id: 'NewMatchProposal',
  examples: [{ decision: 'false_positive', reason: 'Born in another year, other nationality.' }],
});
export type NewProposal = z.infer<typeof NewProposal>;

export const MatchProposal = z
  .object({
    ...proposalShape,
    matchId: z.uuid(),
    decision: ReviewedDecision,
  })
  .meta({
    id: 'MatchProposal',
    examples: [
      {
        ...PROPOSAL_EXAMPLE,
        matchId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e01',
        decision: 'false_positive',
        reason: 'Born in another year, other nationality.',
      },
    ],
  });
export type MatchProposal = z.infer<typeof MatchProposal>;

/** Proposals of all matches of a run are stored together. */
export const proposalsOf = (proposals: readonly MatchProposal[], matchId: string): MatchProposal[] =>
  proposals.filter((one) => one.matchId === matchId);

/** The open proposal of a match, if there is one. */
export const openProposalOf = (proposals: readonly MatchProposal[], matchId: string): MatchProposal | undefined =>
  openProposalIn(proposalsOf(proposals, matchId));
