import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { prose } from '#shared/platform/http/shapes.ts';
import { DECIDED_AT_ONCE, PEP_CANDIDATES, REASON_CHARACTERS, SANCTIONS_CANDIDATES } from './limits.ts';
import { ReviewedDecision } from './match-proposal.ts';
import { ScreeningMatch, ScreeningRun } from './run.ts';

/** As many as a run has matches. */
const EXCEPTED = PEP_CANDIDATES + SANCTIONS_CANDIDATES;

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

/** A reviewer's decision on all certain matches of a group. */
export const NewGroupDecision = z
  .strictObject({
    groupId: RecordId.describe('`group.id` of the matches.'),
    decision: ReviewedDecision,
    reason: prose(REASON_CHARACTERS),
    except: z
      .array(RecordId)
      .max(EXCEPTED)
      .optional()
      .describe('Certain matches of the group that are not decided. Decide them one by one.'),
  })
  .meta({
    id: 'NewScreeningGroupDecision',
    examples: [
      {
        groupId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e02',
        decision: 'false_positive',
        reason: 'Another person: born forty years later.',
      },
    ],
  });
export type NewGroupDecision = z.infer<typeof NewGroupDecision>;

export const GroupDecisionAnswer = z
  .object({
    groupId: z.uuid(),
    decided: z.array(ScreeningMatch.omit({ entry: true })).describe(`At most ${DECIDED_AT_ONCE}, highest score first.`),
    unchanged: z.array(z.uuid()).describe('Certain matches that were decided in the same way before.'),
    run: ScreeningRun.pick({ id: true, status: true, incomplete: true, incompleteReasons: true, topScore: true }),
  })
  .meta({ id: 'ScreeningGroupDecision' });
export type GroupDecisionAnswer = z.infer<typeof GroupDecisionAnswer>;

export const DecisionAnswer = z
  .object({
    match: ScreeningMatch,
    run: ScreeningRun.pick({ id: true, status: true, incomplete: true, incompleteReasons: true, topScore: true }),
  })
  .meta({ id: 'ScreeningDecision' });
export type DecisionAnswer = z.infer<typeof DecisionAnswer>;
