import { endpoint } from '#shared/endpoint.ts';
import { listMemberships, readContext } from '#shared/risk/repository/contexts.ts';
import { contextRoutes } from '#shared/risk/routes/contexts.ts';

/** Subjects of a context in the order in which they were attached. */
export const handler = endpoint(contextRoutes.listContextSubjects, async (context, { params, query }) => {
  const { id } = await readContext(context, params.id);
  return listMemberships(context, id, query);
});
