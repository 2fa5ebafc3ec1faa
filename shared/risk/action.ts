import { DefinitionKey } from '@assay/policy-engine';
import * as z from 'zod';
import { distinctBy } from '#shared/platform/http/list-rules.ts';
import { RecordId } from '#shared/platform/http/route.ts';
import { pageOf, paging, prose, recordOf, Timestamp, text } from '#shared/platform/http/shapes.ts';
import { REASON_CHARACTERS, SEARCH_CHARACTERS, TRANSITIONS_PER_REQUEST } from './limits.ts';

/** A task that an assessment requests from the client, and its status. */
export const ActionStatus = z.enum(['requested', 'acknowledged', 'failed', 'completed', 'cancelled']);
export type ActionStatus = z.infer<typeof ActionStatus>;

/** Allowed status transitions. `completed` and `cancelled` are terminal. */
const NEXT: Record<ActionStatus, readonly ActionStatus[]> = {
  requested: ['acknowledged', 'failed', 'cancelled'],
  acknowledged: ['completed', 'failed', 'cancelled'],
  failed: ['requested', 'cancelled'], // `requested` is a retry
  completed: [],
  cancelled: [],
};

export const canMove = (from: ActionStatus, to: ActionStatus) => NEXT[from].includes(to);

export const needsAdmin = (to: ActionStatus) => to === 'cancelled';

export const Action = z.object({
  subjectId: z.uuid(),
  assessmentId: z.uuid(),
  policyKey: z.string(),
  name: z.string(),
  status: ActionStatus,
  revision: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Action = z.infer<typeof Action>;

export const ActionRecord = recordOf('actions', Action).meta({
  id: 'Action',
  examples: [
    {
      id: '019ced2c-5000-7000-8000-5d3c2b1a0f01',
      resource: 'actions',
      data: {
        subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        assessmentId: '019ced2c-5000-7000-8000-5d3c2b1a0f00',
        policyKey: 'onboarding',
        name: 'manual_review',
        status: 'requested',
        revision: 1,
        createdAt: '2026-03-14T09:26:53.589Z',
        updatedAt: '2026-03-14T09:26:53.589Z',
      },
    },
  ],
});
export type ActionRecord = z.infer<typeof ActionRecord>;

export const ActionTransition = z
  .strictObject({
    status: ActionStatus,
    expectedRevision: z.int().min(1),
    reason: prose(REASON_CHARACTERS),
  })
  .meta({
    id: 'ActionTransition',
    examples: [{ status: 'acknowledged', expectedRevision: 1, reason: 'Looking into it.' }],
  });

/** The same transition of several actions. */
export const ActionTransitions = z
  .strictObject({
    status: ActionStatus,
    reason: prose(REASON_CHARACTERS),
    items: distinctBy(
      z
        .array(z.strictObject({ id: RecordId, expectedRevision: z.int().min(1) }))
        .min(1)
        .max(TRANSITIONS_PER_REQUEST),
      ({ id }) => id,
      'must not name an action twice',
    ).describe('The actions with their revisions. No action may be named twice.'),
  })
  .meta({
    id: 'ActionTransitions',
    examples: [
      {
        status: 'acknowledged',
        reason: 'Looking into it.',
        items: [
          { id: '019ced2c-5000-7000-8000-5d3c2b1a0f01', expectedRevision: 1 },
          { id: '019ced2c-5000-7000-8000-5d3c2b1a0f02', expectedRevision: 1 },
        ],
      },
    ],
  });

export const TransitionedActions = z
  .object({ items: z.array(ActionRecord).describe('In the order of the request.') })
  .meta({ id: 'TransitionedActions' });

/** Statuses of actions that are not finished. */
export const OPEN: readonly ActionStatus[] = ['requested', 'acknowledged', 'failed'];

export const ActionQuery = z.strictObject({
  search: text(SEARCH_CHARACTERS).optional().describe('Literal, case-insensitive search of external id or policy key.'),
  policyKey: DefinitionKey.optional(),
  status: z.enum(['open', ...ActionStatus.options, 'all']).default('open'),
  ...paging,
});

export const statusesFor = (asked: z.infer<typeof ActionQuery>['status']): readonly ActionStatus[] => {
  if (asked === 'open') return OPEN;
  return asked === 'all' ? ActionStatus.options : [asked];
};

export const ActionPage = pageOf(ActionRecord).meta({ id: 'ActionPage' });
