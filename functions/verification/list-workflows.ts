import { endpoint } from '#shared/endpoint.ts';
import { listWorkflows } from '#shared/verification/repository/workflows.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';

/** Every workflow in its latest revision, in the order they were made. */
export const handler = endpoint(verificationRoutes.listWorkflows, (context, { query }) =>
  listWorkflows(context, query.offset),
);
