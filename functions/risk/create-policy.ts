import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { riskEvent } from '#shared/risk/event.ts';
import { hashOf } from '#shared/risk/policy.ts';
import { createPolicy, latestVersion } from '#shared/risk/repository/policies.ts';
import { saveScenarios } from '#shared/risk/repository/policy-scenarios.ts';
import { policyRoutes } from '#shared/risk/routes/policies.ts';
import { checkedDraft } from '#shared/risk/use-cases/checked-definition.ts';
import { scenariosToSave } from '#shared/risk/use-cases/run-scenarios.ts';

/** Creates a draft as the next version of its key. */
export const handler = endpoint(policyRoutes.createPolicy, async (context, { body }) => {
  const definition = await checkedDraft(context, body.key, body.definition);
  const saved = body.scenarios && (await scenariosToSave(context, body.scenarios));

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
      createdBy: principalOf(context.caller),
      ...(body.note !== undefined && { note: body.note }),
      hash: hashOf(definition),
    },
  };
  return {
    writes: [
      ...createPolicy(context.caller, policy.id, policy.data),
      ...(saved ? [saveScenarios(context.caller, policy.id, saved)] : []),
    ],
    events: [riskEvent('risk.policy.created', policy, { subjectId: null })],
    result: policy,
  };
});
