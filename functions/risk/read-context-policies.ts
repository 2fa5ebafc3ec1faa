import { endpoint } from '#shared/endpoint.ts';
import { readContext, readPins } from '#shared/risk/repository/contexts.ts';
import { contextRoutes } from '#shared/risk/routes/contexts.ts';

/** Policy versions that are pinned to a context as candidates for policy selection. */
export const handler = endpoint(contextRoutes.readContextPolicies, async (context, { params }) => {
  const { id } = await readContext(context, params.id);
  return readPins(context.store, context.caller, id);
});
