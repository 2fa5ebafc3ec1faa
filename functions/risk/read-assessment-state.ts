import { endpoint } from '#shared/endpoint.ts';
import { readAssessment } from '#shared/risk/repository/assessments.ts';
import { assessmentRoutes } from '#shared/risk/routes/assessments.ts';
import { stateOf } from '#shared/risk/use-cases/assessment-state.ts';

/** Whether an assessment is current, and its effective decision. */
export const handler = endpoint(assessmentRoutes.readAssessmentState, async (context, { params }) =>
  stateOf(context, await readAssessment(context, params.id)),
);
