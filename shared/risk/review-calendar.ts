import { DefinitionKey } from '@assay/policy-engine';
import * as z from 'zod';
import { Instant, Timestamp } from '#shared/platform/http/shapes.ts';
import { REVIEW_REASONS } from './review.ts';
import { SubjectKind } from './subject.ts';

/** The calendar of reviews: one entry for each subject and policy that monitors it with `review`. */
export const CalendarEntry = z.object({
  subjectId: z.uuid(),
  kind: SubjectKind,
  externalId: z.string(),
  policyKey: z.string(),
  policyVersionId: z.uuid(),
  band: z.string().nullable().describe('The last known band.'),
  dueAt: Timestamp,
  reason: z.enum(REVIEW_REASONS).describe('Whose `reviewAfterSeconds` gives the date.'),
  overdueAt: Timestamp.nullable().describe('Null until its actions are requested.'),
  actionIds: z.array(z.uuid()).describe('Empty until the date.'),
});
export type CalendarEntry = z.infer<typeof CalendarEntry>;

export const REVIEW_STATUSES = ['planned', 'due', 'overdue'] as const;

const Review = CalendarEntry.extend({
  status: z.enum(REVIEW_STATUSES).describe('`due` from `dueAt`, `overdue` from `overdueAt`.'),
});

/** The date of a review and the id of its monitoring. */
const CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#[0-9a-f-]{36}$/;

export const ReviewQuery = z.strictObject({
  until: Instant.optional().describe('Reviews up to this time. Without it, all.'),
  overdue: z.enum(['true', 'false']).optional().describe('Filters by whether `overdueAt` has passed.'),
  band: DefinitionKey.optional(),
  cursor: z
    .string()
    .regex(CURSOR, 'must be `nextCursor` of a page')
    .optional()
    .describe('`nextCursor` of the previous page.'),
});

export const ReviewPage = z.object({ items: z.array(Review), nextCursor: z.string().nullable() }).meta({
  id: 'ReviewPage',
  examples: [
    {
      items: [
        {
          subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
          kind: 'person',
          externalId: 'customer-4711',
          policyKey: 'onboarding',
          policyVersionId: '019ced2c-4000-7000-8000-5d3c2b1a0f00',
          band: 'high',
          dueAt: '2027-03-14T09:26:53.589Z',
          reason: 'band',
          overdueAt: null,
          actionIds: [],
          status: 'planned',
        },
      ],
      nextCursor: null,
    },
  ],
});

export function reviewStatus({ dueAt, overdueAt }: CalendarEntry, now: Date): (typeof REVIEW_STATUSES)[number] {
  const at = now.toISOString();
  if (overdueAt !== null && overdueAt <= at) return 'overdue';
  return dueAt <= at ? 'due' : 'planned';
}
