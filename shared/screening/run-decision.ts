import * as z from 'zod';
import { prose } from '#shared/platform/http/shapes.ts';
import { REASON_CHARACTERS } from './limits.ts';
import { ScreeningMatch, ScreeningRun } from './run.ts';

/** A reviewer's decision on a match. */
export const NewDecision = z
  .strictObject({
    decision: z.enum(['confirmed', 'false_positive']),
    reason: prose(REASON_CHARACTERS),
  })
  .meta({
    id: 'NewScreeningDecision',
    examples: [{ decision: 'false_positive', reason: 'Another person: born forty years later.' }],
  });
export type NewDecision = z.infer<typeof NewDecision>;

export const DecisionAnswer = z
  .object({
    match: ScreeningMatch,
    run: ScreeningRun.pick({
      ...{ id: true, status: true, incomplete: true, incompleteReasons: true, topScore: true },
    }),
  })
  .meta({ id: 'ScreeningDecision' });
export type DecisionAnswer = z.infer<typeof DecisionAnswer>;
