import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { openProposalIn } from '#shared/platform/proposals.ts';
import { checkStoredProposals } from '#shared/platform/stored-proposals.ts';
import { recordEvent } from '#shared/risk/event.ts';
import { readCurrentPolicy, whileDraft } from '#shared/risk/repository/policies.ts';
import { readScenarios, saveScenarios } from '#shared/risk/repository/policy-scenarios.ts';
import { readPolicyProposals } from '#shared/risk/repository/proposals.ts';
import { policyRoutes } from '#shared/risk/routes/policies.ts';
import { presentScenarios, scenariosToSave } from '#shared/risk/use-cases/run-scenarios.ts';

/** Replaces the scenarios of a draft. Nobody changes them behind a person who approves them. */
export const handler = endpoint(policyRoutes.replacePolicyScenarios, async (context, { params, body }) => {
  const policy = await readCurrentPolicy(context, params.id);
  if (policy.data.status === 'published')
    throw conflict(
      'already_published',
      `It was published at ${policy.data.publishedAt}. Its scenarios stay as they are.`,
    );
  const stored = await readPolicyProposals(context, policy.id);
  if (openProposalIn(stored.proposals))
    throw conflict(
      'proposal_open',
      'The version is proposed with its scenarios. Withdraw or decline the proposal before you change them.',
    );

  const before = await readScenarios(context.store, context.caller, policy.id);
  const saved = await scenariosToSave(context, body.scenarios);
  const result = presentScenarios(policy, saved, context.now);
  const { passed, failed, unchecked } = result;
  return {
    writes: [
      saveScenarios(context.caller, policy.id, saved, before),
      whileDraft(context.caller, policy.id),
      checkStoredProposals(stored),
    ],
    events: [recordEvent('risk.policy.scenarios_replaced', policy, { details: { passed, failed, unchecked } })],
    result,
  };
});
