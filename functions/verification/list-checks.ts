import { endpoint } from '#shared/endpoint.ts';
import { listChecks } from '#shared/verification/repository/checks.ts';
import { readSession } from '#shared/verification/repository/sessions.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';

/** Checks of a session in the order in which they were recorded. */
export const handler = endpoint(verificationRoutes.listChecks, async (context, { params, query }) => {
  const { record } = await readSession(context, params.id);
  return listChecks(context, record.id, query);
});
