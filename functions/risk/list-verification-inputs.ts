import { endpoint } from '#shared/endpoint.ts';
import { verifiedRoutes } from '#shared/risk/routes/verification.ts';
import { inputsOf } from '#shared/verification/catalog.ts';
import { listWithin } from '#shared/verification/repository/workflows.ts';

/** What policies can be bound to: every output of the latest revision of every workflow. */
export const handler = endpoint(verifiedRoutes.listVerificationInputs, (context, { query }) =>
  listWithin(context, query.offset, inputsOf),
);
