import { endpoint } from '#shared/endpoint.ts';
import { verifiedRoutes } from '#shared/risk/routes/verification.ts';
import { inputsOf } from '#shared/verification/catalog.ts';
import { listWithin } from '#shared/verification/repository/workflows.ts';

/** Every output of the latest revision of every workflow, for binding policy inputs. */
export const handler = endpoint(verifiedRoutes.listVerificationInputs, (context, { query }) =>
  listWithin(context, query, inputsOf),
);
