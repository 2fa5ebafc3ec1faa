import { endpoint } from '#shared/endpoint.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { inputsOf } from '#shared/verification/catalog.ts';
import { listWithin } from '#shared/verification/repository/workflows.ts';

/** What policies can be bound to: every output of the latest revision of every workflow. */
export const handler = endpoint(riskRoutes.listVerificationInputs, (context, { query }) =>
  listWithin(context, query.offset, inputsOf),
);
