import { refused } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { requireReviewScore } from '#shared/screening/index.ts';
import { verificationEvent } from '#shared/verification/event.ts';
import { findLatestRevision, saveWorkflow } from '#shared/verification/repository/workflows.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { reviewScoresIn, screeningStepFaults } from '#shared/verification/screening-step.ts';
import { workflowNotices } from '#shared/verification/workflow-notices.ts';

/**
 * The first revision of a key creates the workflow. Later ones are revisions of the same workflow.
 */
export const handler = endpoint(verificationRoutes.createWorkflow, async (context, { body }) => {
  const findings = screeningStepFaults(body.steps);
  if (findings.length > 0) throw refused('invalid_workflow', 'The workflow is invalid. See `errors`.', findings);

  for (const { path, reviewScore } of reviewScoresIn(body.steps)) await requireReviewScore(context, reviewScore, path);

  const latest = await findLatestRevision(context, body.key);
  const workflow = {
    id: latest?.id ?? context.newId(),
    resource: 'workflows' as const,
    data: {
      ...body,
      revision: (latest?.revision ?? 0) + 1,
      createdAt: context.now.toISOString(),
      notices: workflowNotices(body.steps),
    },
  };
  const { revision } = workflow.data;
  const type = latest ? 'verification.workflow.revised' : 'verification.workflow.created';
  return {
    writes: saveWorkflow(context.caller, workflow),
    events: [verificationEvent(type, workflow, { details: { revision } })],
    result: workflow,
  };
});
