import * as z from 'zod';
import { COUNTED_AT_MOST } from './limits.ts';
import { unreadCount } from './notice.ts';

const count = (what: string) => z.int().min(0).max(COUNTED_AT_MOST).describe(what);

/** Numbers of waiting work, for the navigation of a console. */
export const Counts = z
  .object({
    worklist: z.object({
      total: count('Subjects with open actions.'),
      decisions: z
        .object({
          reject: count('Of decision `reject`.'),
          restrict: count('Of decision `restrict`.'),
          review: count('Of decision `review`.'),
          awaiting_evidence: count('Of decision `awaiting_evidence`.'),
          none: count('Of decision `none`.'),
        })
        .describe('By the worst decision of a subject, after overrides.'),
      mine: count('Assigned to the caller; 0 for an API key.'),
      late: count('Late subjects among the counted ones.'),
    }),
    matches: z.object({
      pending: count('Matches without a decision or proposal.'),
      proposed: count('Matches with a proposed decision.'),
    }),
    proposals: z
      .object({ waiting: count('Open proposals of other people that the caller can decide on.') })
      .optional()
      .describe('Absent if none waits for the caller.'),
    requests: z
      .object({ waiting: count('Requests of other people without an answer, to the caller or a role of the caller.') })
      .optional()
      .describe('Absent if none waits for the caller.'),
    notifications: z
      .object({ unread: unreadCount })
      .optional()
      .describe('Absent if the caller has read all, and for an API key.'),
    lists: z.object({
      stale: z.int().describe('Screening lists that are stale.'),
      waiting: z.int().describe('Screening lists with a version that waits for approval.'),
    }),
    webhooks: z
      .object({ failing: count('Webhooks whose last delivery failed, and those that the service has disabled.') })
      .optional()
      .describe('Absent if no webhook is failing.'),
    deliveries: z.object({
      failed: count('Failed deliveries of the oldest ten webhooks, of the last 90 days.'),
    }),
  })
  .meta({
    id: 'Counts',
    examples: [
      {
        worklist: {
          total: 17,
          decisions: { reject: 1, restrict: 8, review: 8, awaiting_evidence: 0, none: 0 },
          mine: 3,
          late: 2,
        },
        matches: { pending: 5, proposed: 1 },
        proposals: { waiting: 2 },
        requests: { waiting: 1 },
        notifications: { unread: 2 },
        lists: { stale: 0, waiting: 1 },
        webhooks: { failing: 1 },
        deliveries: { failed: 0 },
      },
    ],
  });
export type Counts = z.infer<typeof Counts>;
