import { endpoint } from '#shared/endpoint.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { listSubjectAttempts } from '#shared/verification/use-cases/list-subject-attempts.ts';

/** Lists the attempts whose results are evidence of a subject. */
export const handler = endpoint(verificationRoutes.listSubjectAttempts, async (context, { params }) => ({
  items: await listSubjectAttempts(context, params.id),
}));
