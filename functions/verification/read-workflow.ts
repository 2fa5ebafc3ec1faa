import { endpoint } from '#shared/endpoint.ts';
import { readWorkflow } from '#shared/verification/repository/workflows.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';

/** One revision of a workflow, the latest by default. */
export const handler = endpoint(verificationRoutes.readWorkflow, (context, { params, query }) =>
  readWorkflow(context, params.id, query.revision),
);
