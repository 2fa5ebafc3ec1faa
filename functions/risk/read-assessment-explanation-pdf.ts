import { endpoint } from '#shared/endpoint.ts';
import { dispositionOf } from '#shared/platform/http/content-disposition.ts';
import { RawBody } from '#shared/platform/http/response.ts';
import { readAssessment } from '#shared/risk/repository/assessments.ts';
import { assessmentRoutes } from '#shared/risk/routes/assessments.ts';
import { explained } from '#shared/risk/use-cases/explain-assessment.ts';
import { printExplanation } from '#shared/risk/use-cases/print-explanation.ts';

export const handler = endpoint(assessmentRoutes.readAssessmentExplanationPdf, async (context, { params, query }) => {
  const assessment = await readAssessment(context, params.id);
  const pdf = await printExplanation(await explained(context, assessment, query.audience));
  return new RawBody('application/pdf', pdf, {
    'content-disposition': dispositionOf('inline', `assessment-${params.id}.pdf`),
  });
});
