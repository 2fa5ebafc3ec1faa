import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { prose } from '#shared/platform/http/shapes.ts';
import { REASON_CHARACTERS } from './limits.ts';
import { ReviewedDecision } from './match-proposal.ts';
import { ScreeningMatch, ScreeningRun } from './run.ts';

/** A reviewer's decision on a match. */
export const NewDecision = z
  .strictObject({
    decision: ReviewedDecision,
    reason: prose(REASON_CHARACTERS),
    proposalId: RecordId.nullish().describe(
      'The open proposal that the decision accepts. `decision` must be the proposed one.',
    ),
  })
  .meta({
    id: 'NewScreeningDecision',
    examples: [{ decision: 'false_positive', reason: 'Another person: born forty years later.' }],
  });
export type NewDecision = z.infer<typeof NewDecision>;

export const DecisionAnswer = z
  .object({
    match: ScreeningMatch,
    run: ScreeningRun.pick({ id: true, status: true, incomplete: true, incompleteReasons: true, topScore: true }),
  })
  .meta({ id: 'ScreeningDecision' });
export type DecisionAnswer = z.infer<typeof DecisionAnswer>;
