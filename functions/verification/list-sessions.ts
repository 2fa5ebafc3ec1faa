import { endpoint } from '#shared/endpoint.ts';
import { listSessions } from '#shared/verification/repository/sessions.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';

/** Every session, in the order they were opened. */
export const handler = endpoint(verificationRoutes.listSessions, (context, { query }) =>
  listSessions(context, query.offset),
);
