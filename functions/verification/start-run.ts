import { endpoint } from '#shared/endpoint.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { startRun } from '#shared/verification/use-cases/start-run.ts';

/** Starts an attempt, which supersedes all earlier attempts of the workflow. */
export const handler = endpoint(verificationRoutes.startRun, (context, { params }) => startRun(context, params.id));
