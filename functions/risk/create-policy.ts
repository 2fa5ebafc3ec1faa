import { endpoint } from '#shared/endpoint.ts';
import { riskEvent } from '#shared/risk/event.ts';
import { createPolicy, latestVersion } from '#shared/risk/repository/policies.ts';
import { policyRoutes } from '#shared/risk/routes/policies.ts';
import { checkedDraft } from '#shared/risk/use-cases/checked-definition.ts';

/** Creates a draft as the next version of its key. */
export const handler = endpoint(policyRoutes.createPolicy, async (context, { body }) => {
  const definition = checkedDraft(body.key, body.definition);

  const policy = {
    id: context.newId(),
    resource: 'policies' as const,
    data: {
      key: body.key,
      version: (await latestVersion(context, body.key)) + 1,
      status: 'draft' as const,
      definition,
      createdAt: context.now.toISOString(),
      publishedAt: null,
    },
  };
  return {
    writes: createPolicy(context.caller, policy.id, policy.data),
    events: [riskEvent('risk.policy.created', policy, { subjectId: null })],
    result: policy,
  };
});
