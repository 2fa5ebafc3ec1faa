import { endpoint } from '#shared/endpoint.ts';
import { readSession } from '#shared/verification/repository/sessions.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';

/** A session with the status of its attempts. */
export const handler = endpoint(
  verificationRoutes.readSession,
  async (context, { params }) => (await readSession(context, params.id)).record,
);
