import { missing, stale } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { ActionPage, ActionQuery, ActionRecord, ActionTransition } from '../action.ts';

export const actionRoutes = defineRoutes('risk', {
  transitionAction: post(
    '/risk/actions/{id}/transitions',
    'client',
    ActionTransition,
    ActionRecord,
    {
      summary: 'Update an action',
      status: 200,
      problems: {
        ...missing,
        ...stale,
        forbidden: [403, 'Only an owner or admin can cancel an action.'],
        impossible_move: [409, 'The action cannot move to this status from its current one.'],
      },
      uses: { tables: { risk: ['GetItem', 'UpdateItem', 'DeleteItem', 'PutItem'] } },
    },
  ),
  listActionQueue: get('/risk/action-queue', 'client', ActionPage, {
    summary: 'List the action queue',
    query: ActionQuery,
    uses: { tables: { risk: ['Query', 'BatchGetItem'] } },
  }),
});
