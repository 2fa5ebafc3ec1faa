import { refused } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { resolvePolicy, unknownKeysIn } from '#shared/screening/index.ts';
import { verificationEvent } from '#shared/verification/event.ts';
import { findLatestRevision, saveWorkflow } from '#shared/verification/repository/workflows.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { screeningPoliciesIn, screeningStepFaults } from '#shared/verification/screening-step.ts';
import { workflowNotices } from '#shared/verification/workflow-notices.ts';

const INVALID = 'The workflow is invalid. See `errors`.';

const unknownIn = (sources: readonly string[], unknown: readonly string[], within: string) =>
  sources.flatMap((key, index) =>
    unknown.includes(key) ? [{ path: `${within}sources.${index}`, message: 'is not the key of a list' }] : [],
  );

/**
 * The first revision of a key creates the workflow. Later ones are revisions of the same workflow.
 */
export const handler = endpoint(verificationRoutes.createWorkflow, async (context, { body }) => {
  const findings = screeningStepFaults(body.steps);
  if (findings.length > 0) throw refused('invalid_workflow', INVALID, findings);

  // Refuses a profile that does not exist and a `reviewScore` above the limit. The step resolves its profile when it runs.
  for (const { requested, within } of screeningPoliciesIn(body.steps)) {
    await resolvePolicy(context, requested, within);
    const unknown = await unknownKeysIn(context, requested.sources ?? []);
    if (unknown.length > 0)
      throw refused('invalid_workflow', INVALID, unknownIn(requested.sources ?? [], unknown, within));
  }

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
