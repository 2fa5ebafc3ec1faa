import { endpoint } from '#shared/endpoint.ts';
import { actionRoutes } from '#shared/risk/routes/actions.ts';
import { listWorklist } from '#shared/risk/use-cases/list-worklist.ts';
import { pendingMatches } from '#shared/screening/index.ts';

export const handler = endpoint(actionRoutes.listWorklist, (context, { query }) =>
  listWorklist(context, query, pendingMatches),
);
