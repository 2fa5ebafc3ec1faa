import { endpoint } from '#shared/endpoint.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { startRun } from '#shared/verification/use-cases/start-run.ts';

/** Begins an attempt, which supersedes every earlier one of the workflow. */
export const handler = endpoint(verificationRoutes.startRun, (context, { params }) =>
  startRun(context, params.id),
);
