import { endpoint } from '#shared/endpoint.ts';
import { contextRoutes } from '#shared/risk/routes/contexts.ts';
import { listMemberDecisions } from '#shared/risk/use-cases/member-decisions.ts';

/** What policies decide about each subject of a context. */
export const handler = endpoint(contextRoutes.listContextDecisions, (context, { params, query }) =>
  listMemberDecisions(context, params.id, query),
);
