import { endpoint } from '#shared/endpoint.ts';
import { listSessions } from '#shared/verification/repository/sessions.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';

/** All sessions in the order of creation. */
export const handler = endpoint(verificationRoutes.listSessions, (context, { query }) => listSessions(context, query));
