import { endpoint } from '#shared/endpoint.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { reportStep } from '#shared/verification/use-cases/report-step.ts';

/** What came of a step, as the capture client tells it. */
export const handler = endpoint(verificationRoutes.reportStep, (context, { params, body }) => {
  const { id: sessionId, runId, stepKey } = params;
  return reportStep(context, { sessionId, runId, stepKey, report: body });
});
