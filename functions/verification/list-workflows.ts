import { endpoint } from '#shared/endpoint.ts';
import { listWorkflows } from '#shared/verification/repository/workflows.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';

/** The latest revision of every workflow, in the order of creation. */
export const handler = endpoint(verificationRoutes.listWorkflows, (context, { query }) =>
  listWorkflows(context, query),
);
