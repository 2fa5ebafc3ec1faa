import { endpoint } from '#shared/endpoint.ts';
import { readAssessment } from '#shared/risk/repository/assessments.ts';
import { assessmentRoutes } from '#shared/risk/routes/assessments.ts';
import { explained } from '#shared/risk/use-cases/explain-assessment.ts';

export const handler = endpoint(assessmentRoutes.readAssessmentExplanation, async (context, { params, query }) =>
  explained(context, await readAssessment(context, params.id), query.audience),
);
