import { endpoint } from '#shared/endpoint.ts';
import { statusesFor } from '#shared/risk/action.ts';
import { listQueue } from '#shared/risk/repository/actions.ts';
import { actionRoutes } from '#shared/risk/routes/actions.ts';

/** Actions of all subjects by status, oldest first. */
export const handler = endpoint(actionRoutes.listActionQueue, (context, { query }) => {
  const { status, ...filter } = query;
  return listQueue(context, { statuses: statusesFor(status), ...filter });
});
