import { readOnlyEndpoint } from '#shared/endpoint.ts';
import { readAssessment } from '#shared/risk/repository/assessments.ts';
import { assessmentRoutes } from '#shared/risk/routes/assessments.ts';
import { replayed } from '#shared/risk/use-cases/replay-assessment.ts';

export const handler = readOnlyEndpoint(assessmentRoutes.replayAssessment, async (context, { params }) =>
  replayed(context, await readAssessment(context, params.id)),
);
