import * as z from 'zod';
import { prose, Timestamp } from '#shared/platform/http/shapes.ts';
import { REASON_CHARACTERS } from './limits.ts';

/** What a reviewer can decide about a match. */
export const ReviewedDecision = z.enum(['confirmed', 'false_positive']);
export type ReviewedDecision = z.infer<typeof ReviewedDecision>;

/** A decision that one person proposes and another one makes. */
export const NewProposal = z
  .strictObject({ decision: ReviewedDecision, reason: prose(REASON_CHARACTERS) })
  .meta({
    id: 'NewMatchProposal',
    examples: [{ decision: 'false_positive', reason: 'Born in another year, other nationality.' }],
  });
export type NewProposal = z.infer<typeof NewProposal>;

export const MatchProposal = z
  .object({
    id: z.uuid(),
    matchId: z.uuid(),
    decision: ReviewedDecision,
    reason: z.string(),
    proposedBy: z.string(),
    proposedAt: Timestamp,
    status: z
      .enum(['open', 'accepted', 'superseded'])
      .describe(
        '`accepted`: a decision named the proposal. `superseded`: a newer proposal replaced it, or the match was ' +
          'decided without it.',
      ),
    closedBy: z.string().nullable(),
    closedAt: Timestamp.nullable(),
  })
  .meta({
    id: 'MatchProposal',
    examples: [
      {
        id: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        matchId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e01',
        ...{ decision: 'false_positive', reason: 'Born in another year, other nationality.' },
        proposedBy: 'user:8f14e45f-ceea-467f-a9d2-1f6c3b7a90d4',
        proposedAt: '2026-03-14T09:26:53.589Z',
        ...{ status: 'open', closedBy: null, closedAt: null },
      },
    ],
  });
export type MatchProposal = z.infer<typeof MatchProposal>;

/** The open proposal of a match, if there is one. */
export const openProposalOf = (
  proposals: readonly MatchProposal[],
  matchId: string,
): MatchProposal | undefined =>
  proposals.find((one) => one.matchId === matchId && one.status === 'open');

/** The proposals after the open one of a match was accepted or superseded. */
export const closeProposal = (
  proposals: readonly MatchProposal[],
  matchId: string,
  closed: { status: 'accepted' | 'superseded'; closedBy: string; closedAt: string },
): MatchProposal[] => {
  const open = openProposalOf(proposals, matchId);
  return proposals.map((one) => (one === open ? { ...one, ...closed } : one));
};
