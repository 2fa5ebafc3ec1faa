import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { ActionPage, ActionQuery, ActionRecord, ActionTransition } from '../action.ts';
import { missing, stale } from './common.ts';

/** What an assessment asks for. */
export const actionRoutes = defineRoutes('risk', {
  transitionAction: post(
    '/risk/actions/{id}/transitions',
    'client',
    ActionTransition,
    ActionRecord,
    {
      summary: 'Move a required action along',
      status: 200,
      refusals: {
        ...missing,
        ...stale,
        forbidden: [403, 'Only an owner or admin may cancel.'],
        impossible_move: [409, 'Its state does not allow the move.'],
      },
      uses: { tables: { risk: ['GetItem', 'UpdateItem', 'DeleteItem', 'PutItem'] } },
    },
  ),
  listActionQueue: get('/risk/action-queue', 'client', ActionPage, {
    summary: 'List required actions across customers, oldest first',
    query: ActionQuery,
    uses: { tables: { risk: ['Query', 'BatchGetItem'] } },
  }),
});
