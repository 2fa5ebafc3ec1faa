import { endpoint } from '#shared/endpoint.ts';
import { listMemberships, readContext } from '#shared/risk/repository/contexts.ts';
import { riskRoutes } from '#shared/risk/routes.ts';

/** Who takes part in a context, in the order they joined. */
export const handler = endpoint(
  riskRoutes.listContextSubjects,
  async (context, { params, query }) => {
    const { id } = await readContext(context, params.id);
    return listMemberships(context, id, query.offset);
  },
);
