import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { text } from '#shared/platform/http/shapes.ts';
import { SEARCH_CHARACTERS } from './limits.ts';

/** How lists and exports select events. */
export const eventFilter = {
  type: z
    .string()
    .regex(
      /^[a-z_]{1,40}(\.[a-z_]{1,40}){0,5}(\.\*)?$/,
      'Must be an event type, such as `risk.subject.created` or `risk.*`.',
    )
    .optional()
    .describe('Filters events by type. `risk.*` stands for all types that begin with `risk.`.'),
  actor: z
    .string()
    .regex(/^[a-z_]{1,20}:[\w.:-]{1,80}$/, 'Must be an actor, such as `user:<id>`.')
    .optional()
    .describe('Filters events by actor, such as `user:<id>` or `api_key:<id>`.'),
  subjectId: RecordId.optional().describe('Filters by subject.'),
  text: text(SEARCH_CHARACTERS)
    .optional()
    .describe('Filters events by a text in the reason or the details. Literal, without regard to case.'),
  outcome: z
    .string()
    .regex(/^[a-z_]{1,40}$/, 'Must be an outcome, such as `false_positive`.')
    .optional()
    .describe(
      'Filters events by what came out: the `decision`, or else the new status `to`, in the details, such as ' +
        '`confirmed`, `restrict` or `completed`.',
    ),
};
