import { missing, stale } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post, type RouteOptions } from '#shared/platform/http/route.ts';
import {
  ActionPage,
  ActionQuery,
  ActionRecord,
  ActionTransition,
  ActionTransitions,
  TransitionedActions,
} from '../action.ts';
import { OVERRIDDEN_COUNTED } from '../limits.ts';
import { Worklist, WorklistQuery } from '../worklist.ts';
import { OverviewQuery, WorklistOverview } from '../worklist-overview.ts';

/** Reads the actions and the work of their subjects, and replaces both. */
const TRANSITION_USES: RouteOptions['uses'] = {
  tables: {
    risk: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem', 'PutItem'],
  },
};

const TAKING =
  'A user who acknowledges an action of an unassigned subject takes the subject: it is assigned to them in the same ' +
  'transaction, with the event `risk.assignment.changed`. An API key is never the assignee.';

export const actionRoutes = defineRoutes('risk', {
  transitionAction: post('/risk/actions/{id}/transitions', 'client', ActionTransition, ActionRecord, {
    summary: 'Update an action',
    description: TAKING,
    status: 200,
    problems: {
      ...missing,
      ...stale,
      forbidden: [403, 'Only an owner or admin can cancel an action.'],
      impossible_move: [409, 'The action cannot move to this status from its current one.'],
    },
    uses: TRANSITION_USES,
  }),
  transitionActions: post('/risk/actions/transitions', 'client', ActionTransitions, TransitionedActions, {
    summary: 'Update several actions',
    description:
      'Updates up to 20 actions to the same status, all or none. Up to 10 actions of subjects without overrides always ' +
      'fit into one request, and up to 20 if they belong to at most three subjects. More may be refused with ' +
      '`too_many_records`. ' +
      `Costs about 8 write units per action and 8 per subject. ${TAKING}`,
    status: 200,
    problems: {
      not_found: [404, 'An action does not exist. `errors` names it.'],
      stale_revision: [409, 'An action has changed. `errors` names it. Reload it and retry.'],
      forbidden: [403, 'Only an owner or admin can cancel an action.'],
      impossible_move: [409, 'An action cannot move to this status from its current one. `errors` names it.'],
      too_many_records: [422, 'The actions belong to too many subjects for one transaction. Send fewer.'],
    },
    uses: TRANSITION_USES,
  }),
  listActionQueue: get('/risk/action-queue', 'client', ActionPage, {
    summary: 'List the action queue',
    query: ActionQuery,
    uses: { tables: { risk: ['Query', 'BatchGetItem'] } },
  }),
  listWorklist: get('/risk/worklist', 'client', Worklist, {
    summary: 'List subjects with open actions',
    description:
      'One item per subject, worst `effectiveDecision` first, then by the oldest open action. An override counts from its ' +
      'creation until it ends, is revoked, or its assessment is no longer current. Overrides, `policyKey`, `action` and ' +
      '`late` consider the oldest 100 open actions of a subject. The list of one assignee has at most 1,000 subjects. ' +
      'Subjects whose actions change while you page can move to another page. ' +
      'A page of 100 subjects with a few actions each costs about 25 read units.',
    query: WorklistQuery,
    uses: { tables: { risk: ['Query', 'BatchGetItem'], screening: ['Query'] } },
  }),
  readWorklistOverview: get('/risk/worklist/overview', 'client', WorklistOverview, {
    summary: 'Read the overview of the worklist',
    description:
      'Figures of the open work now, and of each of up to 92 days. They are counted by a worker, within seconds after a ' +
      'change, so reading costs the same whatever was counted: about 30 read units for 30 days of a small team. ' +
      '`people` is for owners and admins. A changed deadline recounts every open subject. Overrides count as in the ' +
      `worklist, for up to ${OVERRIDDEN_COUNTED} subjects that are overridden to each decision; others count by their assessments.`,
    query: OverviewQuery,
    uses: {
      tables: { identity: ['BatchGetItem'], risk: ['Query', 'BatchGetItem'], screening: ['Query', 'BatchGetItem'] },
      listFiles: true,
    },
  }),
});
