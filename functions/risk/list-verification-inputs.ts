import { endpoint } from '#shared/endpoint.ts';
import { verifiedRoutes } from '#shared/risk/routes/verification.ts';
import { inputsOf, listWithin } from '#shared/verification/index.ts';

/** Every output of the latest revision of every workflow, for binding policy inputs. */
export const handler = endpoint(verifiedRoutes.listVerificationInputs, (context, { query }) =>
  listWithin(context, query, inputsOf),
);
