import { endpoint } from '#shared/endpoint.ts';
import { refused } from '#shared/platform/problem.ts';
import { verificationEvent } from '#shared/verification/event.ts';
import { findHead, saveWorkflow } from '#shared/verification/repository/workflows.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { screeningFindings } from '#shared/verification/screening-step.ts';

/**
 * The first revision of a key creates the workflow. Later ones are revisions of the same workflow.
 */
export const handler = endpoint(verificationRoutes.createWorkflow, async (context, { body }) => {
  const findings = screeningFindings(body.steps);
  if (findings.length > 0)
    throw refused('invalid_workflow', 'The workflow is invalid. See `errors`.', findings);

  const head = await findHead(context, body.key);
  const workflow = {
    id: head?.id ?? context.newId(),
    resource: 'workflows' as const,
    data: { ...body, revision: (head?.revision ?? 0) + 1, createdAt: context.now.toISOString() },
  };
  const { revision } = workflow.data;
  const type = head ? 'verification.workflow.revised' : 'verification.workflow.created';
  return {
    writes: saveWorkflow(context.caller, workflow),
    events: [verificationEvent(type, workflow, { details: { revision } })],
    result: workflow,
  };
});
