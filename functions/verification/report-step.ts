import { endpoint } from '#shared/endpoint.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { reportStep } from '#shared/verification/use-cases/report-step.ts';

/** Records the result of a step that a capture client reports. */
export const handler = endpoint(verificationRoutes.reportStep, (context, { params, body }) => {
  const { id: sessionId, runId, stepKey } = params;
  return reportStep(context, { sessionId, runId, stepKey, report: body });
});
