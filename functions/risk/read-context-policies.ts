import { endpoint } from '#shared/endpoint.ts';
import { readContext, readPins } from '#shared/risk/repository/contexts.ts';
import { riskRoutes } from '#shared/risk/routes.ts';

/** The policy versions pinned to a context; they are candidates for selection, nothing more. */
export const handler = endpoint(riskRoutes.readContextPolicies, async (context, { params }) => {
  const { id } = await readContext(context, params.id);
  return readPins(context.store, context.caller, id);
});
