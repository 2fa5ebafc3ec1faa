import { endpoint } from '#shared/endpoint.ts';
import { verifiedRoutes } from '#shared/risk/routes/verification.ts';
import { decideRun } from '#shared/verification/index.ts';

/** Decides on one attempt of a session that is linked to the subject. */
export const handler = endpoint(verifiedRoutes.decideVerification, (context, { params, body }) => {
  const { sessionWorkflowId: sessionId, workflowRunId: runId, ...decision } = body;
  return decideRun(context, { subjectId: params.id, sessionId, runId, ...decision });
});
