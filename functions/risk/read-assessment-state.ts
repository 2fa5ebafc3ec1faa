import { endpoint } from '#shared/endpoint.ts';
import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import { noticesOf } from '#shared/risk/policy-notice.ts';
import { readAssessment } from '#shared/risk/repository/assessments.ts';
import { numbersInForce } from '#shared/risk/repository/policies.ts';
import { assessmentRoutes } from '#shared/risk/routes/assessments.ts';
import { stateOf } from '#shared/risk/use-cases/assessment-state.ts';

/** Whether an assessment is current, and its effective decision. */
export const handler = endpoint(assessmentRoutes.readAssessmentState, async (context, { params }) => {
  const assessment = await readAssessment(context, params.id);
  const { policyKey, policy } = assessment.data;
  const [state, inForce] = await allSettledFirstError([
    stateOf(context, assessment),
    numbersInForce(context, [policyKey]),
  ]);
  return { ...state, ...noticesOf(policy.version, inForce.get(policyKey)) };
});
