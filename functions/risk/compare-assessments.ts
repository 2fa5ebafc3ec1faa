import { endpoint } from '#shared/endpoint.ts';
import { readAssessment } from '#shared/risk/repository/assessments.ts';
import { assessmentRoutes } from '#shared/risk/routes/assessments.ts';
import { compared } from '#shared/risk/use-cases/explain-assessment.ts';

export const handler = endpoint(assessmentRoutes.compareAssessments, async (context, { params, query }) =>
  compared(context, await readAssessment(context, params.id), query.with),
);
