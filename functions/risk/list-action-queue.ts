import { endpoint } from '#shared/endpoint.ts';
import { statusesFor } from '#shared/risk/action.ts';
import { listQueue } from '#shared/risk/repository/actions.ts';
import { riskRoutes } from '#shared/risk/routes.ts';

/** What waits for somebody, across customers, oldest first. */
export const handler = endpoint(riskRoutes.listActionQueue, (context, { query }) => {
  const { status, policyKey, search, offset } = query;
  return listQueue(context, { statuses: statusesFor(status), policyKey, search, offset });
});
